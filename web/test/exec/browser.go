//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// run runs the test binary in a new browser and returns its exit code. It waits until the
// binary exits, ctx ends, or the timeout and the grace time have passed. When it returns, the
// browser and the server have ended, and the profile is deleted. A non-nil error means that the
// exit code is exitBroken.
func run(ctx context.Context, o options, stdout, stderr io.Writer) (int, error) {
	for _, path := range []string{o.binary, loaderPath(o.goroot)} {
		if _, err := os.Stat(path); err != nil {
			return exitBroken, err
		}
	}
	limit := o.timeout + o.grace
	ctx, stop := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no result after %v", limit))
	defer stop()

	s := newServer(o, stdout, stderr)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return exitBroken, err
	}
	origin := "http://" + listener.Addr().String()

	tab, closeTab, err := openTab(o.browser)
	if err != nil {
		listener.Close()
		return exitBroken, err
	}
	defer closeTab()
	s.quota = func(_ context.Context, bytes int64) error {
		params := storage.OverrideQuotaForOriginParams{Origin: origin}
		if bytes >= 0 {
			limit := float64(bytes)
			params.QuotaSize = &limit
		}
		_, err := chromedp.Call(tab, storage.OverrideQuotaForOrigin, params)
		return err
	}
	web := &http.Server{Handler: s.handler()}
	go web.Serve(listener)
	defer web.Close()

	crashes := chromedp.Events(tab, inspector.TargetCrashed)
	go func() {
		for _, err := range crashes {
			if err == nil {
				s.end(outcome{code: exitBroken, err: errors.New("the tab crashed")})
			}
			return
		}
	}()
	go func() {
		if err := chromedp.Do(tab, chromedp.Navigate(origin+"/")); err != nil {
			s.end(outcome{code: exitBroken, err: err})
		}
	}()
	select {
	case end := <-s.done:
		return end.code, end.err
	case <-ctx.Done():
		return exitBroken, context.Cause(ctx)
	case <-tab.Done():
		return exitBroken, errors.New("the browser closed")
	}
}

// openTab starts the browser with a new profile in a temporary folder. The returned function
// ends the browser with all its processes and deletes the profile. The returned context has no
// deadline, because a deadline would kill the browser during a call.
func openTab(program string) (context.Context, func(), error) {
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
	)
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), flags...)
	tab, endTab := chromedp.NewContext(allocator)
	end := func() {
		endTab()
		endAllocator()
	}
	if err := chromedp.Do(tab); err != nil {
		end()
		return nil, nil, fmt.Errorf("%s does not start: %w", program, err)
	}
	return tab, end, nil
}

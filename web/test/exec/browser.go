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

// run runs the binary in a browser of its own until it exits, ctx ends or the
// time is up, and returns the exit code. When it returns, browser, server and
// profile are gone.
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

// openTab starts the browser with a profile of its own in a new temporary
// directory. The context it returns has no deadline: a deadline there would
// kill the browser in the midst of a call. Calling the function ends the
// browser with all its processes and removes the profile.
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

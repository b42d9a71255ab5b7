package picture

import "math"

// ColourRamp is the colours from nothing to the most, as pixels: red, green, blue, alpha.
type ColourRamp [256][4]byte

// lab is a colour in the colour space Oklab, in which equal distances look equal.
type lab struct{ l, a, b float64 }

// The colours that the ramps pass through. The last one is bright on a dark page, and dark on a
// light page, so that it stands out from the page.
var (
	darkWay = []lab{
		{0.23, 0.005, -0.025}, {0.34, 0.06, -0.10}, {0.46, 0.13, -0.07}, {0.58, 0.16, 0.05},
		{0.70, 0.12, 0.12}, {0.83, 0.03, 0.15}, {0.96, -0.02, 0.09},
	}
	lightWay = []lab{
		{0.975, 0.0, 0.01}, {0.91, 0.0, 0.07}, {0.82, 0.07, 0.115}, {0.69, 0.14, 0.09},
		{0.55, 0.165, 0.01}, {0.40, 0.11, -0.07}, {0.25, 0.045, -0.06},
	}
)

// NewColourRamp returns the ramp for a dark or a light page. Its steps look equal to the eye.
func NewColourRamp(dark bool) *ColourRamp {
	way := lightWay
	if dark {
		way = darkWay
	}
	const fine = 40 // steps between two points of the way
	at := make([]lab, 0, fine*len(way))
	for i := 0; i < fine*(len(way)-1); i++ {
		at = append(at, along(way, float64(i)/fine))
	}
	at = append(at, way[len(way)-1])
	// Walk along the curve and take points at equal distances, so that steps look equal.
	far := make([]float64, len(at)) // from the first, along the way
	for i := 1; i < len(at); i++ {
		far[i] = far[i-1] + at[i].to(at[i-1])
	}
	r, j := &ColourRamp{}, 0
	for i := range r {
		want := far[len(far)-1] * float64(i) / float64(len(r)-1)
		for j < len(far)-2 && far[j+1] < want {
			j++
		}
		part := (want - far[j]) / (far[j+1] - far[j])
		r[i] = mix(at[j], at[j+1], part).pixel()
	}
	return r
}

// along returns the point at x of a smooth curve through the points of way.
func along(way []lab, x float64) lab {
	i := min(int(x), len(way)-2)
	p := func(k int) lab { return way[max(0, min(k, len(way)-1))] }
	f := x - float64(i)
	one := func(a, b, c, d float64) float64 { // Catmull-Rom spline
		return b + f/2*(c-a+f*(2*a-5*b+4*c-d+f*(3*(b-c)+d-a)))
	}
	a, b, c, d := p(i-1), p(i), p(i+1), p(i+2)
	return lab{one(a.l, b.l, c.l, d.l), one(a.a, b.a, c.a, d.a), one(a.b, b.b, c.b, d.b)}
}

// mix returns the colour at a part of the way from x to y.
func mix(x, y lab, part float64) lab {
	return lab{x.l + (y.l-x.l)*part, x.a + (y.a-x.a)*part, x.b + (y.b-x.b)*part}
}

// to returns the distance between two colours.
func (x lab) to(y lab) float64 {
	return math.Sqrt((x.l-y.l)*(x.l-y.l) + (x.a-y.a)*(x.a-y.a) + (x.b-y.b)*(x.b-y.b))
}

// pixel converts the colour to sRGB.
func (x lab) pixel() [4]byte {
	cube := func(v float64) float64 { return v * v * v }
	l := cube(x.l + 0.3963377774*x.a + 0.2158037573*x.b)
	m := cube(x.l - 0.1055613458*x.a - 0.0638541728*x.b)
	s := cube(x.l - 0.0894841775*x.a - 1.2914855480*x.b)
	return [4]byte{
		channel(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		channel(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		channel(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		255,
	}
}

// channel converts a linear channel to sRGB.
func channel(v float64) byte {
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return byte(math.Round(255 * max(0, min(v, 1))))
}

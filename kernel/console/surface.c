/* SPDX-License-Identifier: MIT */
#include "kernel/console/surface.h"

#include "kernel/console/font.h"
#include "kernel/console/screen.h"
#include "kernel/minmax.h"

#define GRID_WIDTH (SCREEN_COLUMNS * FONT_WIDTH) /* pixels at scale 1 */
#define GRID_HEIGHT (SCREEN_ROWS * FONT_HEIGHT)

#define CHANNEL_MAX 0xFFu

/* Red, green, blue, a byte each, of VGA's colours; number 6 is brown. */
static const uint8_t vga[SURFACE_COLOURS][3] = {
	{ 0x00, 0x00, 0x00 }, { 0x00, 0x00, 0xAA }, { 0x00, 0xAA, 0x00 },
	{ 0x00, 0xAA, 0xAA }, { 0xAA, 0x00, 0x00 }, { 0xAA, 0x00, 0xAA },
	{ 0xAA, 0x55, 0x00 }, { 0xAA, 0xAA, 0xAA }, { 0x55, 0x55, 0x55 },
	{ 0x55, 0x55, 0xFF }, { 0x55, 0xFF, 0x55 }, { 0x55, 0xFF, 0xFF },
	{ 0xFF, 0x55, 0x55 }, { 0xFF, 0x55, 0xFF }, { 0xFF, 0xFF, 0x55 },
	{ 0xFF, 0xFF, 0xFF },
};

static unsigned bytes_of(const struct boot_framebuffer *fb)
{
	return (fb->bits + 7u) / 8;
}

uint64_t framebuffer_bytes(const struct boot_framebuffer *fb)
{
	return (uint64_t)fb->pitch * fb->height;
}

/* ---- what cannot be used ----------------------------------------------- */

static bool channel_fits(unsigned at, unsigned bits, unsigned pixel_bits)
{
	return bits && at + bits <= pixel_bits;
}

static bool channels_fit(const struct boot_framebuffer *fb)
{
	unsigned bits = 8 * bytes_of(fb);

	return channel_fits(fb->red_at, fb->red_bits, bits) &&
	       channel_fits(fb->green_at, fb->green_bits, bits) &&
	       channel_fits(fb->blue_at, fb->blue_bits, bits);
}

static const char *format_problem(const struct boot_framebuffer *fb)
{
	if (fb->type == FRAMEBUFFER_INDEXED)
		return "its colours are indices";
	if (fb->type != FRAMEBUFFER_RGB)
		return "its type is unknown";
	if (fb->bits != 15 && fb->bits != 16 && fb->bits != 24 && fb->bits != 32)
		return "its pixels have an unusual size";
	return channels_fit(fb) ? NULL : "its colours do not fit its pixels";
}

static const char *place_problem(const struct boot_framebuffer *fb,
				 unsigned address_bits)
{
	uint64_t limit = 1ull << address_bits;

	if (fb->width < GRID_WIDTH || fb->height < GRID_HEIGHT)
		return "it is smaller than 80 columns of 25 rows";
	if (fb->pitch / bytes_of(fb) < fb->width)
		return "its lines overlap";
	if (!fb->address)
		return "only firmware that is gone could write it";
	if (fb->address >= limit ||
	    limit - fb->address < framebuffer_bytes(fb))
		return "it lies where the processor has no addresses";
	return NULL;
}

/* ---- geometry and colours ---------------------------------------------- */

static uint32_t channel(unsigned value, unsigned at, unsigned bits)
{
	uint64_t most = (1ull << bits) - 1;

	return (uint32_t)(value * most / CHANNEL_MAX << at);
}

static void fill_colours(struct surface *s, const struct boot_framebuffer *fb)
{
	for (unsigned i = 0; i < SURFACE_COLOURS; i++)
		s->colour[i] = channel(vga[i][0], fb->red_at, fb->red_bits) |
			       channel(vga[i][1], fb->green_at,
				       fb->green_bits) |
			       channel(vga[i][2], fb->blue_at, fb->blue_bits);
}

static void centre(struct surface *s, const struct boot_framebuffer *fb)
{
	uint64_t fits = min_u64(fb->width / GRID_WIDTH,
				fb->height / GRID_HEIGHT);

	s->scale = (unsigned)min_u64(fits, SURFACE_SCALE_MAX);
	s->first = fb->address +
		   (fb->height - s->scale * GRID_HEIGHT) / 2 * s->pitch +
		   (fb->width - s->scale * GRID_WIDTH) / 2 * s->bytes;
}

const char *surface_init(struct surface *s, const struct boot_framebuffer *fb,
			 unsigned address_bits)
{
	const char *problem = format_problem(fb);

	if (!problem)
		problem = place_problem(fb, address_bits);
	if (problem)
		return problem;
	s->pitch = fb->pitch;
	s->bytes = bytes_of(fb);
	fill_colours(s, fb);
	centre(s, fb);
	return NULL;
}

/* ---- codes ------------------------------------------------------------- */

#define MODULE_FINE 4u  /* pixels: smaller than that one code stands alone */
#define MODULE_LEAST 2u /* a camera sees no smaller one */

static uint64_t place_of(const struct surface *s,
			 const struct boot_framebuffer *fb, uint64_t x,
			 uint64_t y)
{
	return fb->address + y * s->pitch + x * s->bytes;
}

/* As large as they may be side by side. */
static unsigned module_of(const struct surface *s,
			  const struct boot_framebuffer *fb, unsigned across)
{
	uint64_t text = 2 * FONT_HEIGHT * s->scale;

	return (unsigned)min_u64(min_u64(fb->width / (across * CODE_WIDTH),
					 (fb->height - text) / CODE_HEIGHT),
				 SURFACE_SCALE_MAX);
}

struct code_places surface_codes(const struct surface *s,
				 const struct boot_framebuffer *fb)
{
	struct code_places p = { .across = SURFACE_CODES };
	uint64_t left = (fb->width - s->scale * GRID_WIDTH) / 2, top;

	p.module = module_of(s, fb, p.across);
	if (p.module < MODULE_FINE)
		p.module = module_of(s, fb, --p.across);
	if (p.module < MODULE_LEAST)
		p.across = 0;
	top = (fb->height - p.module * CODE_HEIGHT) / 2;
	for (unsigned i = 0; i < p.across; i++)
		p.code[i] = place_of(s, fb, (2 * i + 1) * fb->width /
				     (2 * p.across) - p.module * CODE_WIDTH / 2,
				     top);
	p.head = place_of(s, fb, left, 0);
	p.foot = place_of(s, fb, left, fb->height - FONT_HEIGHT * s->scale);
	return p;
}

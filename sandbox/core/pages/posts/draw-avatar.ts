import type { Answer } from '../../http/request.ts'
import { encodePng } from '../../media/png.ts'

/**
 * Draws the avatar of an account: a motif in the hues of its name. The same name has the same picture on every network,
 * as with most brands. It is a PNG, because networks return no SVG.
 */
export function drawAvatar(name: string): Answer {
  const key = nameIn(name)
  let image = drawn.get(key)
  if (!image) {
    image = draw(key)
    // The names come from requests, so their number has a bound.
    if (drawn.size >= drawnMax) drawn.clear()
    drawn.set(key, image)
  }
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
    body: image,
  }
}

const drawnMax = 500
const drawn = new Map<string, Buffer>()

/** Removes the extension and the size from a file name, as in `alice_normal.png`. */
const nameIn = (file: string): string => file.replace(/(?:_(?:normal|\d+x\d+))?(?:\.\w+)?$/, '')

const side = 128
/** Samples per side of a pixel, so that edges are smooth. */
const samples = 2

type Color = readonly [red: number, green: number, blue: number]
interface Palette {
  readonly ground: (down: number) => Color
  readonly light: Color
  readonly middle: Color
  readonly dark: Color
  readonly accent: Color
}
/** Returns the color at a point. Both coordinates go from -1 to 1, and `y` points down. */
type Motif = (x: number, y: number, colors: Palette) => Color

function draw(name: string): Buffer {
  const seed = seedOf(name)
  const colors = paletteOf((seed % 24) * 15)
  const motif = motifs[Math.floor(seed / 24) % motifs.length] ?? hills
  const pixels = new Uint8Array(side * side * 3)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const sum = [0, 0, 0]
      for (let nth = 0; nth < samples * samples; nth++) {
        const x = (2 * (column + ((nth % samples) + 0.5) / samples)) / side - 1
        const y = (2 * (row + (Math.floor(nth / samples) + 0.5) / samples)) / side - 1
        const color = motif(x, y, colors)
        for (let part = 0; part < 3; part++) sum[part] = (sum[part] ?? 0) + (color[part] ?? 0)
      }
      pixels.set(
        sum.map((total) => Math.round(total / (samples * samples))),
        (row * side + column) * 3,
      )
    }
  }
  return encodePng(side, side, pixels)
}

/** Returns the FNV-1a hash of a name. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}

function paletteOf(hue: number): Palette {
  const top = colorOf(hue, 0.62, 0.86)
  const bottom = colorOf(hue + 18, 0.58, 0.74)
  return {
    ground: (down) => mix(top, bottom, (down + 1) / 2),
    light: colorOf(hue - 12, 0.7, 0.94),
    middle: colorOf(hue + 8, 0.48, 0.52),
    dark: colorOf(hue + 14, 0.5, 0.3),
    accent: colorOf(hue + 165, 0.72, 0.64),
  }
}

/** Converts HSL; the hue is in degrees. */
function colorOf(hue: number, saturation: number, lightness: number): Color {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number): number => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    return 255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const hills: Motif = (x, y, { ground, dark, middle, accent }) => {
  if (y > 0.5 + 0.2 * Math.sin(2.4 * x + 2.6)) return dark
  if (y > 0.2 + 0.24 * Math.sin(2.8 * x + 0.4)) return middle
  return Math.hypot(x - 0.28, y + 0.3) < 0.3 ? accent : ground(y)
}

const rings: Motif = (x, y, { ground, light, middle, dark, accent }) => {
  const far = Math.hypot(x + 0.1, y - 0.1)
  if (far < 0.2) return accent
  if (far < 0.42) return dark
  if (far < 0.64) return light
  return far < 0.86 ? middle : ground(y)
}

const waves: Motif = (x, y, { ground, light, middle, dark, accent }) => {
  const wave = y + 0.13 * Math.sin(4.2 * x)
  if (wave > 0.62) return dark
  if (wave > 0.3) return middle
  if (wave > 0.02) return light
  return Math.hypot(x + 0.32, y + 0.42) < 0.24 ? accent : ground(y)
}

const flower: Motif = (x, y, { ground, light, dark, accent }) => {
  const far = Math.hypot(x, y)
  if (far < 0.2) return accent
  const petals = 0.4 + 0.3 * Math.abs(Math.cos(2.5 * Math.atan2(y, x)))
  if (far < petals) return far < 0.3 ? dark : light
  return ground(y)
}

const moon: Motif = (x, y, { dark, middle, light, accent }) => {
  const isMoon = Math.hypot(x + 0.06, y) < 0.54 && Math.hypot(x - 0.2, y + 0.14) > 0.46
  if (isMoon) return light
  const stars = [
    [0.34, -0.2, 0.07],
    [0.58, 0.24, 0.05],
    [0.2, 0.16, 0.04],
  ] as const
  if (stars.some(([at, height, size]) => Math.hypot(x - at, y - height) < size)) return accent
  return mix(dark, middle, (y + 1) / 4)
}

const tiles: Motif = (x, y, { light, middle, dark, accent }) => {
  const isRight = x > 0
  const isLow = y > 0
  const far = Math.hypot(isRight ? x - 1 : x, isLow ? y - 1 : y)
  if (isRight === isLow) return far < 1 ? (isLow ? accent : dark) : light
  return far < 1 ? light : middle
}

const leaf: Motif = (x, y, { ground, middle, dark, accent }) => {
  const along = (x - y) / Math.SQRT2
  const across = (x + y) / Math.SQRT2
  const half = 0.42 * (1 - (along / 0.84) ** 2)
  if (Math.abs(along) < 0.98 && Math.abs(across) < 0.028) return dark
  if (Math.abs(across) < half) return across > 0 ? middle : accent
  return ground(y)
}

const motifs: readonly Motif[] = [hills, rings, waves, flower, moon, tiles, leaf]

import { drawSvg } from '#infra/media-worker/index.ts'
import type { Random } from './random.ts'

const pictureCount = 8
const side = 1080

const palettes: readonly [readonly [string, string, string], ...(readonly [string, string, string])[]] = [
  ['#3b2417', '#c08552', '#f3e9dc'],
  ['#22333b', '#5e503f', '#eae0d5'],
  ['#283618', '#dda15e', '#fefae0'],
  ['#6d2e46', '#d5b9b2', '#ece2d0'],
]

/** Draws the demo's images: hills, a sun, a cup. */
export const drawPictures = (random: Random): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: pictureCount }, () => drawSvg(drawScene(random))))

function drawScene(random: Random): string {
  const [dark, middle, light] = random.pick(palettes)
  const sun = { x: random.between(200, 880), y: random.between(180, 420), r: random.between(70, 150) }
  const cup = { x: random.between(340, 740), y: random.between(640, 780) }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">
    <rect width="${side}" height="${side}" fill="${light}"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${middle}" opacity="0.8"/>
    <path d="${hill(random, 520)}" fill="${middle}" opacity="0.6"/>
    <path d="${hill(random, 700)}" fill="${dark}" opacity="0.85"/>
    <g transform="translate(${cup.x} ${cup.y})" fill="${light}">
      <path d="M-130-60H130V40A130 110 0 0 1-130 40Z"/>
      <path d="M130-40h40a50 50 0 0 1 0 110h-50" fill="none" stroke="${light}" stroke-width="26"/>
      <path d="M-50-90q30-50 0-100M20-90q30-50 0-100" fill="none" stroke="${light}" stroke-width="14"/>
    </g></svg>`
}

function hill(random: Random, height: number): string {
  const [one, other] = [random.between(-180, 60), random.between(-180, 60)]
  return `M0 ${height}C${side / 3} ${height + one} ${(side * 2) / 3} ${height + other} ${side} ${height}V${side}H0Z`
}

import { drawSvg } from '#infra/media-worker/index.ts'

const size = { width: 560, height: 180, gap: 14 }

/**
 * Draws a bar for each day as a PNG. The chart has no text, since a server may have no fonts. The email describes it.
 */
export function drawChart(values: readonly number[]): Promise<Buffer> {
  const most = Math.max(1, ...values)
  const width = (size.width - size.gap) / Math.max(1, values.length) - size.gap
  const bars = values.map((value, nth) => {
    const height = Math.max(2, (Math.max(0, value) / most) * (size.height - 24))
    const x = size.gap + nth * (width + size.gap)
    const color = value === most ? '#b5651d' : '#c9a27c'
    return `<rect x="${x}" y="${size.height - 8 - height}" width="${width}" height="${height}" rx="4" fill="${color}"/>`
  })
  return drawSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fbfaf7"/>${bars.join('')}
    <rect y="${size.height - 8}" width="100%" height="2" fill="#8a7f72"/></svg>`)
}

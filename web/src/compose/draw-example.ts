import { browserStore } from '#web/lib/browser/storage.ts'

const width = 1_200
const height = 800

const hills = [
  { color: '#7fa06a', top: 560, swing: 46, waves: 1.4 },
  { color: '#567d4e', top: 630, swing: 60, waves: 2.1 },
  { color: '#2f5a3c', top: 710, swing: 34, waves: 2.8 },
] as const

/** Draws a morning over hills, so that an example has an image without fetching one. */
export async function drawExample(): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser does not draw pictures.')
  drawSky(pen)
  for (const hill of hills) drawHill(pen, hill)
  const image = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.86 })
  return new File([image], 'morning.jpg', { type: image.type })
}

function drawSky(pen: OffscreenCanvasRenderingContext2D): void {
  const sky = pen.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#2d4a7c')
  sky.addColorStop(0.45, '#e79b6d')
  sky.addColorStop(0.72, '#fbe3b3')
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#fff3cf'
  pen.beginPath()
  pen.arc(width * 0.62, height * 0.58, 84, 0, 2 * Math.PI)
  pen.fill()
}

function drawHill(pen: OffscreenCanvasRenderingContext2D, { color, top, swing, waves }: (typeof hills)[number]): void {
  pen.fillStyle = color
  pen.beginPath()
  pen.moveTo(0, height)
  for (let x = 0; x <= width; x += 8) pen.lineTo(x, top + swing * Math.sin((x / width) * waves * 2 * Math.PI + waves))
  pen.lineTo(width, height)
  pen.fill()
}

const key = 'posthorn.example'

/** Rotates through the texts, because networks refuse one that was published recently. */
export function nextExample(texts: readonly string[]): string {
  const nth = Number(browserStore.read(key)) || 0
  browserStore.write(key, String(nth + 1))
  return texts[nth % texts.length] ?? ''
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { type Account, type Draft, isBlank } from './draft/draft.ts'
import type { MediaList } from './media/use-media.ts'

interface ExampleProps {
  /** True if the person has asked for the example on another page. */
  readonly isWanted: boolean
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly onWrite: (content: string) => void
  readonly addFiles: MediaList['addFiles']
}

/**
 * Offers an example text with an image to people who only want to try the sandbox, until they write something
 * themselves.
 */
export function ExampleButton({ isWanted, draft, targets, onWrite, addFiles }: ExampleProps) {
  const { example } = useMessages()
  const use = useMutation({
    mutationFn: async () => {
      const image = await drawExample()
      onWrite(nextOf(example.texts))
      addFiles([image], example.alt)
    },
  })
  const isOffered = targets.length > 0 && targets.every(({ mode }) => mode === 'sandbox') && isBlank(draft)
  const wasUsed = useRef(false)
  const start = useEffectEvent(() => {
    if (!wasUsed.current) use.mutate()
    wasUsed.current = true
  })
  useEffect(() => {
    if (isWanted && isOffered) start()
  }, [isWanted, isOffered])
  if (!isOffered) return null
  return (
    <Button
      variant="quiet"
      className="min-h-9! shrink-0 px-2! text-sm max-md:min-h-10!"
      isBusy={use.isPending}
      onClick={() => use.mutate()}
    >
      {example.use}
    </Button>
  )
}

const key = 'posthorn.example'

/** Rotates through the texts, because networks refuse one that was published recently. */
function nextOf(texts: readonly string[]): string {
  const nth = Number(browserStore.read(key)) || 0
  browserStore.write(key, String(nth + 1))
  return texts[nth % texts.length] ?? ''
}

const width = 1_200
const height = 800

const hills = [
  { color: '#7fa06a', top: 560, swing: 46, waves: 1.4 },
  { color: '#567d4e', top: 630, swing: 60, waves: 2.1 },
  { color: '#2f5a3c', top: 710, swing: 34, waves: 2.8 },
] as const

/** Draws a morning over hills, so that an example has an image without fetching one. */
async function drawExample(): Promise<File> {
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

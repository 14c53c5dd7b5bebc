import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { type Frame, type Sides, turnedSides } from '#rules/view.ts'
import { useMessages } from '#web/i18n/index.ts'
import { type Area, areaOf, type Framed, type Grip, moveFrame, resizeFrame } from './frame-moves.ts'

interface StageProps {
  readonly url: string
  /** The image as it is in the file. */
  readonly file: Sides
  readonly framed: Framed
  readonly onFrame: (frame: Frame) => void
}

/** The step of an arrow key, alone and with Shift, as a share of the image’s longest side. */
const step = { small: 0.01, large: 0.1 }
/** Darkens what is outside the frame. */
const shade = '0 0 0 100vmax rgb(0 0 0 / 0.55)'

const corners = [
  [-1, -1, 'topLeft', 'nwse-resize'],
  [1, -1, 'topRight', 'nesw-resize'],
  [-1, 1, 'bottomLeft', 'nesw-resize'],
  [1, 1, 'bottomRight', 'nwse-resize'],
] as const

const edges = [
  [0, -1, 'ns-resize'],
  [1, 0, 'ew-resize'],
  [0, 1, 'ns-resize'],
  [-1, 0, 'ew-resize'],
] as const

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The move of a whole frame, in place of some of its sides. */
const whole: Grip = { x: 0, y: 0 }

/** The image with its frame, which pointers and arrow keys move and resize. Sides are those of the image. */
export function FrameStage({ url, file, framed, onFrame }: StageProps) {
  const { images: words } = useMessages('images')
  const hint = useId()
  const stage = useRef<HTMLDivElement>(null)
  const start = useRef<{ readonly x: number; readonly y: number; readonly frame: Frame } | null>(null)
  // While the frame is dragged beyond the image, the stage keeps its place.
  const [held, setHeld] = useState<Area | null>(null)
  const turned = turnedSides(file, framed)
  const area = held ?? areaOf(turned, framed)
  const [width, height] = [area.right - area.left, area.bottom - area.top]
  const { frame, ratio } = framed
  const change = (from: Frame, grip: Grip, by: { readonly x: number; readonly y: number }) =>
    onFrame(grip === whole ? moveFrame(from, by, area) : resizeFrame(from, grip, by, area, ratio))
  const gripBy = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, frame }
      setHeld(area)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const scale = width / (stage.current?.clientWidth || width)
      if (start.current === null) return
      const { x, y, frame: from } = start.current
      change(from, grip, { x: (clientX - x) * scale, y: (clientY - y) * scale })
    },
    onLostPointerCapture: () => {
      start.current = null
      setHeld(null)
    },
  })
  const press = (grip: Grip) => (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const long = Math.max(turned.width, turned.height) * (event.shiftKey ? step.large : step.small)
    // With a ratio, the sides are multiples of it.
    const by = Math.max(Math.round(long), grip === whole || ratio === null ? 1 : Math.min(16, ratio.across, ratio.down))
    change(frame, grip, { x: arrow.x * by, y: arrow.y * by })
  }
  const across = (value: number) => `${(100 * value) / width}%`
  const down = (value: number) => `${(100 * value) / height}%`
  const place: CSSProperties = {
    insetInlineStart: across(frame.left - area.left),
    top: down(frame.top - area.top),
    width: across(frame.width),
    height: down(frame.height),
  }
  const image: CSSProperties = {
    insetInlineStart: across(turned.width / 2 - area.left),
    top: down(turned.height / 2 - area.top),
    width: across(file.width),
    height: down(file.height),
    transform: `translate(-50%, -50%) rotate(${framed.rotate}deg)`,
  }
  return (
    <div className="grid justify-items-center rounded-md bg-sunken p-4 [--stage:22rem] max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:[--stage:13rem]">
      {/* An image has the same left and right in every language. */}
      <div
        ref={stage}
        dir="ltr"
        data-stage
        className="relative select-none"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, calc(var(--stage) * ${width / height}))` }}
      >
        <div className="absolute inset-0 overflow-hidden">
          {framed.fit === 'pad' && (
            <div className="absolute overflow-hidden" style={{ ...place, background: framed.ground }}>
              {framed.ground === 'blur' && (
                <img
                  src={url}
                  alt=""
                  draggable={false}
                  className="size-full object-cover"
                  style={{ filter: 'blur(1rem)', transform: `scale(1.2) rotate(${framed.rotate}deg)` }}
                />
              )}
            </div>
          )}
          <img src={url} alt="" draggable={false} className="absolute max-w-none" style={image} />
          <div className="absolute" style={{ ...place, boxShadow: shade }} />
        </div>
        <div className="absolute" style={{ ...place, outline: '2px solid #fff', outlineOffset: '-1px' }}>
          <button
            type="button"
            aria-label={words.move}
            aria-describedby={hint}
            className="absolute inset-0 size-full cursor-move touch-none"
            {...gripBy(whole)}
            onKeyDown={press(whole)}
          />
          {ratio === null &&
            edges.map(([x, y, cursor]) => (
              <div
                key={`${x} ${y}`}
                aria-hidden="true"
                className="absolute touch-none"
                style={{ ...edgeAt(x, y), cursor }}
                {...gripBy({ x, y })}
              />
            ))}
          {corners.map(([x, y, name, cursor]) => (
            <button
              key={name}
              type="button"
              aria-label={words.corners[name]}
              className="-translate-1/2 absolute grid size-7 touch-none place-items-center rounded-full"
              style={{ insetInlineStart: x < 0 ? 0 : '100%', top: y < 0 ? 0 : '100%', cursor }}
              {...gripBy({ x, y })}
              onKeyDown={press({ x, y })}
            >
              <span className="size-3.5 rounded-full bg-brand" style={{ boxShadow: '0 0 0 2px #fff' }} />
            </button>
          ))}
        </div>
      </div>
      <p id={hint} className="sr-only">
        {words.keys}
      </p>
    </div>
  )
}

/** The place of a side of the frame that pointers can drag. */
const edgeAt = (x: number, y: number): CSSProperties =>
  x === 0
    ? { insetInline: 0, height: '1rem', top: y < 0 ? '-0.5rem' : 'calc(100% - 0.5rem)' }
    : { top: 0, bottom: 0, width: '1rem', insetInlineStart: x < 0 ? '-0.5rem' : 'calc(100% - 0.5rem)' }

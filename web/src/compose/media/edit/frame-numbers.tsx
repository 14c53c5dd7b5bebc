import { useState } from 'react'
import { type Frame, type Sides, turnedSides } from '#rules/view.ts'
import { useMessages } from '#web/i18n/index.ts'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { areaOf, type Framed, moveFrame, resizeFrame } from './frame-moves.ts'

interface NumbersProps {
  readonly file: Sides
  readonly framed: Framed
  readonly onFrame: (frame: Frame) => void
}

const sides = ['left', 'top', 'width', 'height'] as const

/** The place and size of the frame in pixels, which can also be typed. */
export function FrameNumbers({ file, framed, onFrame }: NumbersProps) {
  const { images: words } = useMessages('images')
  const { frame, ratio } = framed
  const area = areaOf(turnedSides(file, framed), framed)
  const write = (side: (typeof sides)[number], value: number) => {
    const by = value - frame[side]
    if (side === 'left') onFrame(moveFrame(frame, { x: by, y: 0 }, area))
    else if (side === 'top') onFrame(moveFrame(frame, { x: 0, y: by }, area))
    else if (side === 'width') onFrame(resizeFrame(frame, { x: 1, y: ratio ? 1 : 0 }, { x: by, y: 0 }, area, ratio))
    else onFrame(resizeFrame(frame, { x: ratio ? 1 : 0, y: 1 }, { x: 0, y: by }, area, ratio))
  }
  return (
    <div className="grid grid-cols-4 gap-2">
      {sides.map((side) => (
        <NumberField key={side} label={words.sides[side]} value={frame[side]} onWrite={(value) => write(side, value)} />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: number
  readonly onWrite: (value: number) => void
}

/** A whole number. Each digit counts, and the number that the frame allows appears when the field is left. */
function NumberField({ label, value, onWrite }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const write = (text: string) => {
    setTyped(text)
    if (/^-?\d{1,6}$/.test(text.trim())) onWrite(Number(text))
  }
  return (
    <label className="grid gap-1 text-ink-3 text-xs">
      {label}
      <input
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(value)}
        onChange={({ target }) => write(target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          setTyped(null)
        }}
        className={`${inputStyle} nums px-2! text-ink`}
      />
    </label>
  )
}

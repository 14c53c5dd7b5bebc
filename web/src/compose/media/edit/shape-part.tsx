import type { Sides } from '#rules/view.ts'
import { turnedSides } from '#rules/view.ts'
import { useMessages } from '#web/i18n/index.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { type Framed, frameIn, type Ratio, wholeOf } from './frame-moves.ts'
import type { Offer } from './presets.ts'

interface ShapeProps {
  readonly file: Sides
  readonly framed: Framed
  readonly offers: readonly Offer[]
  readonly onChange: (framed: Framed) => void
}

const grounds = {
  white: '#ffffff',
  black: '#000000',
  gray: '#e5e7eb',
  sand: '#f1e6d6',
  navy: '#1c2b3f',
  blur: 'blur',
} as const

/** The shape of the frame, and whether it cuts the image or adds a border. */
export function ShapePart({ file, framed, offers, onChange }: ShapeProps) {
  const { images: words } = useMessages('images')
  const { fit, ratio, frame } = framed
  const turned = turnedSides(file, framed)
  const isOriginal = ratio === null && fit === 'crop' && sameFrame(frame, wholeOf(turned))
  const shape = (ratio: Ratio | null) => onChange({ ...framed, ratio, frame: frameIn(turned, ratio, fit) })
  const choose = (fit: Framed['fit']) => {
    // A border around the whole image needs another shape.
    const next = fit === 'pad' ? (ratio ?? offers[0]?.ratio ?? { across: 1, down: 1 }) : ratio
    onChange({ ...framed, fit, ratio: next, frame: frameIn(turned, next, fit) })
  }
  return (
    <>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 font-medium text-sm">{words.shape}</legend>
        <div className="grid grid-cols-2 gap-1.5">
          {fit === 'crop' && (
            <ShapeButton
              name={words.original}
              ratio={{ across: turned.width, down: turned.height }}
              isOn={isOriginal}
              onPress={() => shape(null)}
            />
          )}
          {offers.map((offer) => (
            <ShapeButton
              key={offer.name}
              {...offer}
              isOn={ratio?.across === offer.ratio.across && ratio.down === offer.ratio.down}
              onPress={() => shape(offer.ratio)}
            />
          ))}
          <ShapeButton
            name={words.free}
            isOn={ratio === null && !isOriginal}
            onPress={() => onChange({ ...framed, ratio: null, frame: isOriginal ? inset(frame) : frame })}
          />
        </div>
      </fieldset>
      <ChoiceBar
        label={words.fit}
        value={fit}
        onChange={choose}
        options={[
          ['crop', words.fits.crop],
          ['pad', words.fits.pad],
        ]}
      />
      {fit === 'pad' && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">{words.ground}</legend>
          {(Object.keys(grounds) as (keyof typeof grounds)[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-label={words.grounds[name]}
              title={words.grounds[name]}
              aria-pressed={framed.ground === grounds[name]}
              onClick={() => onChange({ ...framed, ground: grounds[name] })}
              className="size-8 rounded-full border border-line-strong aria-pressed:outline-2 aria-pressed:outline-brand aria-pressed:outline-offset-2"
              style={{ background: name === 'blur' ? blurred : grounds[name] }}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

const blurred = 'radial-gradient(circle at 30% 30%, #f5b971, #7aa7c7 55%, #3c5a73)'

const sameFrame = (one: Framed['frame'], other: Framed['frame']): boolean =>
  one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height

/** Returns a frame with space around it, so that its corners can be seen and dragged. */
const inset = ({ left, top, width, height }: Framed['frame']): Framed['frame'] => ({
  left: Math.round(left + width * 0.05),
  top: Math.round(top + height * 0.05),
  width: Math.max(1, Math.round(width * 0.9)),
  height: Math.max(1, Math.round(height * 0.9)),
})

interface ButtonProps {
  readonly name: string
  /** Omitted for any shape. */
  readonly ratio?: Ratio
  readonly networks?: Offer['networks']
  readonly isOn: boolean
  readonly onPress: () => void
}

/** The longest side of the drawing of a shape, in rem. */
const drawn = 1.25

function ShapeButton({ name, ratio, networks: suited = [], isOn, onPress }: ButtonProps) {
  const { images: words } = useMessages('images')
  const { across, down } = ratio ?? { across: 1, down: 1 }
  const scale = drawn / Math.max(across, down)
  const names = suited.map((network) => networks[network].name).join(', ')
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={names || undefined}
      onClick={onPress}
      className="flex min-h-12 min-w-0 items-center gap-2.5 rounded-md border border-line-2 bg-surface px-2.5 text-start hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand/8"
    >
      <span className="grid size-5 shrink-0 place-items-center">
        <span
          className={`rounded-xs border-[1.5px] border-current text-ink-3 ${ratio ? '' : 'border-dashed'}`}
          style={{ width: `${across * scale}rem`, height: `${down * scale}rem` }}
        />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="nums truncate font-medium text-sm leading-4">{name}</span>
        {suited.length > 0 && (
          <span className="flex gap-1 overflow-hidden text-ink-3">
            {suited.slice(0, 6).map((network) => (
              <NetworkMark key={network} network={network} className="size-3" />
            ))}
            <span className="sr-only">{words.suits(names)}</span>
          </span>
        )}
      </span>
    </button>
  )
}

import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { find } from '#rules/find/find.ts'
import type { Dialect } from '#rules/limits.ts'

interface WordsProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string
  /** The last counted text, whose highlighting is shown. */
  readonly counted: string
  /** Receives the text, and the position of the caret. */
  readonly onWrite: (text: string, caret: number) => void
  readonly dialect: Dialect
  /** The length that fits; the rest is highlighted. Null if everything fits. */
  readonly fits: number | null
}

/** Both layers must wrap at the same positions. */
const layer =
  'col-start-1 row-start-1 block w-full whitespace-pre-wrap break-words px-5 pt-4.5 pb-2 text-lg leading-[25px]'

/**
 * A text field that highlights links, names, tags and excess text, with a copy of the text behind it. The copy is
 * updated when the text is counted, since its layout takes as long as that of the text.
 */
export function WordsBox({ value, counted, onWrite, dialect, fits, className = '', ...rest }: WordsProps) {
  const marked = useMemo(() => colorText(counted, dialect, fits), [counted, dialect, fits])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div aria-hidden="true" dir="auto" className={`${layer} pointer-events-none select-none text-transparent`}>
        {marked.map(
          ({ start, text, kind }): ReactNode =>
            kind === null ? (
              text
            ) : (
              <span key={start} className={`rounded-xs ${kind === 'over' ? 'bg-failed/20' : 'bg-brand/12'}`}>
                {text}
              </span>
            ),
        )}{' '}
      </div>
      <textarea
        dir="auto"
        {...rest}
        value={value}
        onChange={({ target }) => onWrite(target.value, target.selectionEnd)}
        className={`${layer} field-sizing-content relative resize-none overflow-hidden bg-transparent outline-none ${className}`}
      />
    </div>
  )
}

interface Stretch {
  readonly start: number
  readonly text: string
  /** `over`: beyond the limit. `found`: a link, a name or a tag. */
  readonly kind: 'over' | 'found' | null
}

/** Longer texts are not highlighted, so that typing stays fast. */
const longestColored = 20_000

/** Splits a text at its links, names and tags, and at the limit. */
function colorText(text: string, dialect: Dialect, fits: number | null): readonly Stretch[] {
  if (text.length > longestColored) return [{ start: 0, text, kind: null }]
  const end = fits === null ? text.length : Math.min(fits, text.length)
  const stretches: Stretch[] = []
  let at = 0
  for (const one of find(text, dialect)) {
    if (one.end > end) break
    stretches.push({ start: at, text: text.slice(at, one.start), kind: null })
    stretches.push({ start: one.start, text: text.slice(one.start, one.end), kind: 'found' })
    at = one.end
  }
  stretches.push({ start: at, text: text.slice(at, end), kind: null })
  stretches.push({ start: end, text: text.slice(end), kind: 'over' })
  return stretches.filter((one) => one.text !== '')
}

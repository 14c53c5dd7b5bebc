import { useId, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'

interface RowsProps {
  readonly label: string
  readonly value: readonly string[]
  /** The number of rows that are always there. */
  readonly min: number
  readonly max: number
  /** The maximum length of a row, in UTF-16 units. */
  readonly maxLength: number | undefined
  readonly nameOf: (nth: number) => string
  readonly onChange: (value: readonly string[] | undefined) => void
}

/** A list of short texts, such as the answers of a poll: a row for each, with the length that is left. */
export function RowsField({ label, value, min, max, maxLength, nameOf, onChange }: RowsProps) {
  const { writing } = useMessages()
  const box = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const rows = value.length < min ? [...value, ...Array<string>(min - value.length).fill('')] : value
  const keep = (next: readonly string[]) => onChange(next.every((row) => row === '') ? undefined : next)
  const add = () => {
    onChange([...rows, ''])
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('li:last-of-type input')?.focus())
  }
  return (
    <fieldset ref={box} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <ul className="grid gap-2">
        {rows.map((row, nth) => (
          // A row has no stable key while it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end and removed whole
          <li key={nth} className="flex items-center gap-1">
            <div className="relative min-w-0 flex-1">
              <input
                dir="auto"
                aria-label={nameOf(nth + 1)}
                aria-describedby={maxLength === undefined ? undefined : `${id}-${nth}`}
                placeholder={nameOf(nth + 1)}
                maxLength={maxLength}
                value={row}
                onChange={({ target }) => keep(rows.map((one, at) => (at === nth ? target.value : one)))}
                className={`${inputStyle} pe-10!`}
              />
              {maxLength !== undefined && (
                <span
                  id={`${id}-${nth}`}
                  className="nums pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-ink-3 text-xs"
                >
                  {maxLength - row.length}
                </span>
              )}
            </div>
            {rows.length > min && (
              <button
                type="button"
                aria-label={writing.removeRow(nameOf(nth + 1))}
                onClick={() => keep(rows.filter((_, at) => at !== nth))}
                className={iconButtonStyle}
              >
                <Icon name="close" className="size-4" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {rows.length < max && (
        <div>
          <Button className="min-h-8! text-sm max-md:min-h-10!" onClick={add}>
            <Icon name="plus" className="size-4" />
            {writing.addRow}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

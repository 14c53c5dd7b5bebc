import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'

interface OpenProps {
  readonly button: RefObject<HTMLButtonElement | null>
  /** The ID of the button, which labels the menu. */
  readonly labelledBy: string
  readonly align: 'start' | 'end'
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** The part of a menu that is fetched shortly before use. */
export function OpenMenu({ button, labelledBy, align, isOpen, onOpenChange, children }: OpenProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={button} sideOffset={6} align={align} className="z-30">
          <Base.Popup
            aria-labelledby={labelledBy}
            finalFocus={button}
            className="max-h-(--available-height) min-w-48 overflow-y-auto rounded-lg bg-raised p-1 shadow-3 outline-none ring-1 ring-line-2 animate-rise"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemStyle =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-2 rounded-sm px-2.5 text-start -outline-offset-2 data-highlighted:bg-sunken sm:min-h-9'

export function MenuItem({ onSelect, children }: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <Base.Item className={itemStyle} onClick={onSelect}>
      {children}
    </Base.Item>
  )
}

interface MenuChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: Readonly<Record<string, string>>
}

/** A group with one selected option. */
export function MenuChoice({ label, value, onChange, options }: MenuChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(String(next))}>
      <p className="px-2.5 pt-2 pb-1 text-ink-3 text-xs">{label}</p>
      {Object.entries(options).map(([key, name]) => (
        <Base.RadioItem key={key} value={key} closeOnClick className={itemStyle}>
          <Base.RadioItemIndicator keepMounted className="size-1.5 rounded-full data-checked:bg-brand" />
          {name}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />

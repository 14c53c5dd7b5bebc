import { lazy, type ReactNode, useId, useRef, useState } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'

/** Fetches the code of open menus. The first page does not need it. */
export const loadMenu = makeImport(() => import('./late/open-menu.tsx'))

const OpenMenu = makeLatePart(async () => (await loadMenu()).OpenMenu)
export const MenuItem = lazy(async () => ({ default: (await loadMenu()).MenuItem }))
export const MenuChoice = lazy(async () => ({ default: (await loadMenu()).MenuChoice }))
export const MenuLine = lazy(async () => ({ default: (await loadMenu()).MenuLine }))

/** If this fails, the opening menu reports it. */
const fetchMenu = (): void => void loadMenu().catch(() => {})

interface MenuProps {
  readonly trigger: ReactNode
  readonly triggerClass: string
  /** The accessible name of a button without text. */
  readonly label?: string | undefined
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A menu that opens from a button, with arrow keys and typeahead. */
export function Menu({ trigger, triggerClass, label, align = 'start', children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const id = useId()
  const open = () => {
    setUsed(true)
    setOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        data-popup-open={isOpen ? '' : undefined}
        className={triggerClass}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open()
        }}
      >
        {trigger}
      </button>
      {isUsed && (
        <OpenMenu button={button} labelledBy={id} align={align} isOpen={isOpen} onOpenChange={setOpen}>
          {children}
        </OpenMenu>
      )}
    </>
  )
}

import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { loadMenu } from '#web/ui/menu.tsx'

const OpenMenu = makeLatePart(async () => (await loadMenu()).OpenMenu)

interface MenuProps {
  readonly trigger: ReactNode
  readonly triggerClass: string
  readonly label?: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The action of the key that opened the menu, if it is pressed again. */
  readonly again?: { readonly key: string; readonly run: () => void } | undefined
  readonly children: ReactNode
}

/** A menu that a button and a key open. */
export function KeyMenu({ trigger, triggerClass, label, isOpen, onOpenChange, again, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useFirstKey(isOpen, (event) => {
    if (event.key !== again?.key || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onOpenChange(false)
    again.run()
  })
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        data-popup-open={isOpen ? '' : undefined}
        className={triggerClass}
        onPointerEnter={() => void loadMenu().catch(() => {})}
        onClick={() => onOpenChange(true)}
      >
        {trigger}
      </button>
      {isOpen && (
        <OpenMenu button={button} labelledBy={id} align="end" isOpen onOpenChange={onOpenChange}>
          {children}
        </OpenMenu>
      )}
    </>
  )
}

/** Calls a function with the first key that is pressed while a menu is open. Later ones find a choice by its name. */
function useFirstKey(isOpen: boolean, run: (event: KeyboardEvent) => void): void {
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listen, { capture: true, once: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isOpen])
}

import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface PopoverProps {
  /** The accessible name of the panel. */
  readonly label: string
  readonly trigger: ReactNode
  /** The accessible name of the button, if its text does not say enough. */
  readonly triggerLabel?: string | undefined
  readonly triggerClass: string
  /** The place and size of the panel, relative to the closest positioned ancestor. */
  readonly panelClass: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** If true, the closed panel stays in the page, and its fields keep what was typed. */
  readonly isKept?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A panel of controls that opens from a button. Escape, a press outside, and leaving it by Tab close it. */
export function Popover({
  label,
  trigger,
  triggerLabel,
  triggerClass,
  panelClass,
  isOpen,
  onOpenChange,
  isKept = false,
  className = '',
  children,
}: PopoverProps) {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const isOutside = (target: EventTarget | null) => target instanceof Node && root.current?.contains(target) === false
  const leave = useEffectEvent((event: Event) => isOutside(event.target) && onOpenChange(false))
  useEffect(() => {
    if (!isOpen) return
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    const listen = (event: Event) => leave(event)
    document.addEventListener('pointerdown', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerdown', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [isOpen])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    onOpenChange(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls inside arrive here
    <div ref={root} onKeyDown={closeByKey} className={className}>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={triggerLabel}
        onClick={() => onOpenChange(!isOpen)}
        className={triggerClass}
      >
        {trigger}
      </button>
      {(isOpen || isKept) && (
        <div
          ref={panel}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          hidden={!isOpen}
          className={`absolute z-20 rounded-lg border border-line bg-surface shadow-lg outline-none ${panelClass}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}

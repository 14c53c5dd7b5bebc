import type { ComponentProps } from 'react'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

const variants: Readonly<Record<Variant, string>> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-hover',
  plain: 'border border-line-2 bg-surface text-ink shadow-1 hover:bg-sunken',
  quiet: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border border-line-2 bg-surface text-failed shadow-1 hover:bg-sunken',
}

/** The style of a button, for links that act as one. */
export const buttonStyle = (variant: Variant): string =>
  `inline-flex min-h-10 items-center justify-center gap-1.5 rounded-md px-3 sm:min-h-9 font-medium transition-colors duration-120 disabled:opacity-60 aria-disabled:opacity-60 ${variants[variant]}`

/** The style of a small button, in rows and notices. */
export const smallButtonStyle = (variant: Variant): string =>
  `inline-flex min-h-8 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-sm px-2.5 sm:min-h-7 font-medium text-sm transition-colors duration-120 disabled:opacity-60 aria-disabled:opacity-60 ${variants[variant]}`

/** The style of a standalone link, next to a heading or below a list. */
export const linkStyle = 'w-fit font-medium text-brand text-sm underline-offset-3 hover:underline'

/** The style of a framed icon button next to buttons with text. */
export const squareButtonStyle = `${buttonStyle('plain')} size-10 px-0 sm:size-9`

/** The style of an icon button. Fingers need more space than a pointer. */
export const iconButtonStyle =
  'grid size-10 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken sm:size-9'

interface ButtonProps extends ComponentProps<'button'> {
  readonly isSmall?: boolean
  readonly variant?: Variant
  readonly isBusy?: boolean
}

/** A button. While busy it does nothing, but keeps the focus, which a disabled element would lose. */
export function Button({
  variant = 'plain',
  isSmall = false,
  isBusy = false,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      className={`${isSmall ? smallButtonStyle(variant) : buttonStyle(variant)} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** A spinner that appears only after a moment, so that fast operations do not flicker. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent"
    />
  )
}

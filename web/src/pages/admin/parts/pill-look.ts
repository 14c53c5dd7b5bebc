/** The look of a link that narrows a page down, beside others of its kind. */
export const pillLook =
  'inline-flex min-h-11 items-center rounded-full px-3 text-ink-2 hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink sm:min-h-8'

const shapes = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z',
  calendar:
    'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v9.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5V6a1.5 1.5 0 0 1 1.5-1.5zM3 8.5h14M7 2.5v4M13 2.5v4',
  posts:
    'M5 3h10a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 15 17H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 3zM7 7h6M7 10h6M7 13h3',
  chart: 'M4 17V9.5M8 17V4M12 17v-6M16 17V7',
  queue: 'M3 5h9M3 10h9M3 15h6M15 8v8M12.5 13.5 15 16l2.5-2.5',
  inbox: 'M3 11.5 5 4.5h10l2 7v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 11.5h4l1 2h4l1-2h4',
  repeat: 'M4 9V8a3 3 0 0 1 3-3h9M13.5 2.5 16 5l-2.5 2.5M16 11v1a3 3 0 0 1-3 3H4M6.5 17.5 4 15l2.5-2.5',
  plug: 'M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0zM10 14.5V17.5',
  plus: 'M10 4.5v11M4.5 10h11',
  chevron: 'm6 8 4 4 4-4',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  external: 'M8 4.5H4.5v11h11V12M11.5 4H16v4.5M16 4l-7 7',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  image:
    'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4zM3.5 13.5l3.5-3.5 3.5 3.5 2.5-2.5 3.5 3.5M12.5 7.5h.01',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6.5V10l2.5 2',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  up: 'M10 16V4.5M5 9.5l5-5 5 5',
  down: 'M10 4v11.5M5 10.5l5 5 5-5',
  storm: 'M6 12a3.5 3.5 0 0 1 .3-7A4.5 4.5 0 0 1 15 6.5 2.8 2.8 0 0 1 14.5 12M10.5 10l-2 3h3l-2 3.5',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M13.5 13.5 17 17',
  gear: 'M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4',
  server: 'M4 4h12v5H4zM4 11h12v5H4zM7 6.5h.01M7 13.5h.01',
  user: 'M10 3.5a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4M4 17c.5-3.5 3-5 6-5s5.5 1.5 6 5',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1 1.5H4zM8.5 17.5h3',
  file: 'M5 3h6l4 4v10H5zM11 3v4h4',
  pen: 'M4 16l.7-3.3L13.5 4a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2L7.3 15.3zM12 5.5l2.5 2.5',
  tag: 'M3 4v5.5l7.5 7.5 6-6L9 3.5H3.5zM6.5 7h.01',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10',
  smile: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M7.5 8h.01M12.5 8h.01M7 11.5c1 1.5 2 2 3 2s2-.5 3-2',
  note: 'M4 4h12v8l-4 4H4zM16 12h-4v4',
  share:
    'M14.5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4M5.5 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4M14.5 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4M7.3 9l5.4-3M7.3 11l5.4 3',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5M10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  spark: 'M10 3c.6 4 2.5 6 7 7-4.5 1-6.4 3-7 7-.6-4-2.5-6-7-7 4.5-1 6.4-3 7-7',
  send: 'M3.5 10 17 3.5 13 17l-3-5.5zM10 11.5l7-8',
  at: 'M10 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6M13 7v4.5a2 2 0 0 0 4 0V10a7 7 0 1 0-3 5.7',
  thread: 'M4 5h12M4 10h12M4 15h7',
  comment: 'M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H9l-4 3v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3L10 14.3',
} as const

export type IconName = keyof typeof shapes

/** Icons that point along the line of reading, so they point the other way where text is read from right to left. */
const pointers: ReadonlySet<IconName> = new Set(['left', 'right', 'external', 'send'])

export const Icon = ({ name, className = 'size-5' }: { readonly name: IconName; readonly className?: string }) => (
  <Drawing
    path={shapes[name]}
    className={pointers.has(name) ? `rtl:-scale-x-100 ${className}` : className}
    isDotted={name === 'more'}
  />
)

interface DrawingProps {
  readonly path: string
  readonly className: string
  /** True for a path of points, which needs a wider line. */
  readonly isDotted?: boolean
}

/** Draws an icon path: a line in the text color, in a square of 20 units. */
export function Drawing({ path, className, isDotted = false }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={isDotted ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}

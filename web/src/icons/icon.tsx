const shapes = {
  home: 'M3 9.500 10 4l7 5.500V16a1 1 0 0 1-1 1h-3.500v-4.500h-5V17H4a1 1 0 0 1-1-1z',
  calendar: 'M4 5h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9h14M7 3v4M13 3v4',
  posts: 'M4 4h12v12H4zM7 8h6M7 12h4',
  chart: 'M4 16V4M4 16h12M7.500 13V9.500M11 13V6M14.500 13v-5',
  queue: 'M3 5h9M3 10h9M3 15h6M15 8v8M12.500 13.500 15 16l2.500-2.500',
  repeat: 'M4 9V8a3 3 0 0 1 3-3h9M13 2.500 15.500 5 13 7.500M16 11v1a3 3 0 0 1-3 3H4M7 17.500 4.500 15 7 12.500',
  plug: 'M7 3v4M13 3v4M5 7h10v2a5 5 0 0 1-10 0zM10 14v3',
  plus: 'M10 4v12M4 10h12',
  chevron: 'm6 8 4 4 4-4',
  more: 'M4.500 10a.500.500 0 1 0 1 0 .500.500 0 1 0-1 0M9.500 10a.500.500 0 1 0 1 0 .500.500 0 1 0-1 0M14.500 10a.500.500 0 1 0 1 0 .500.500 0 1 0-1 0',
  external: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  close: 'm5 5 10 10M15 5 5 15',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  image: 'M3 4h14v12H3zM3 13l4-4 3.500 3.500L13 10l4 4M12.500 7.500h.01',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6.500V10l2.500 2',
  check: 'm4 10.500 4 4L16 6',
  refresh: 'M16 10a6 6 0 1 1-1.800-4.300M16 3.500v3.500h-3.500',
  download: 'M10 3.500v9M6 9l4 4 4-4M4 16.500h12',
  up: 'M10 16V4.500M5 9.500l5-5 5 5',
  down: 'M10 4v11.500M5 10.500l5 5 5-5',
  storm:
    'M6 12a3.500 3.500 0 0 1 .300-7A4.500 4.500 0 0 1 15 6.500 2.800 2.800 0 0 1 14.500 12M10.500 10l-2 3h3l-2 3.500',
  search: 'M9 3.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11M13 13l4 4',
  gear: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  server: 'M4 4h12v5H4zM4 11h12v5H4zM7 6.500h.01M7 13.500h.01',
  user: 'M10 3.500a3.250 3.250 0 1 1 0 6.500 3.250 3.250 0 0 1 0-6.500M4 17c.500-3.500 3-5 6-5s5.500 1.500 6 5',
} as const

export type IconName = keyof typeof shapes

export const Icon = ({ name, className = 'size-5' }: { readonly name: IconName; readonly className?: string }) => (
  <Drawing path={shapes[name]} className={className} />
)

/** Draws an icon path: a line in the text color, in a square of 20 units. */
export function Drawing({ path, className }: { readonly path: string; readonly className: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}

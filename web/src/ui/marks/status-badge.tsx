import type { components } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'

type PostStatus = components['schemas']['Post']['status']
type TargetStatus = components['schemas']['PostTarget']['status']
export type Status = PostStatus | TargetStatus

/** Each state has a color, a shape and a label, so that each of them alone identifies it. */
const styles: Readonly<Record<Status, { readonly color: string; readonly shape: string }>> = {
  draft: { color: 'var(--draft)', shape: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11' },
  pending: { color: 'var(--scheduled)', shape: 'M8 2.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3l2 1.500' },
  scheduled: { color: 'var(--scheduled)', shape: 'M8 2.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3l2 1.500' },
  queued: { color: 'var(--queued)', shape: 'M3 4.500h10M3 8h10M3 11.500h6' },
  publishing: { color: 'var(--publishing)', shape: 'M8 13V3M4 7l4-4 4 4' },
  processing: { color: 'var(--publishing)', shape: 'M4 3h8M4 13h8M5 3c0 3 6 7 6 10M11 3c0 3-6 7-6 10' },
  published: { color: 'var(--published)', shape: 'm3 8.500 3.500 3.500L13 5' },
  partial: { color: 'var(--partial)', shape: 'M8 2.500a5.5 5.5 0 1 1 0 11zM8 2.500a5.5 5.5 0 0 0 0 11' },
  failed: { color: 'var(--failed)', shape: 'm4 4 8 8M12 4l-8 8' },
  unknown: { color: 'var(--unknown)', shape: 'M8 2l6 6-6 6-6-6zM8 6v2.500M8 10.500v.1' },
  held: { color: 'var(--held)', shape: 'M5.500 3.500v9M10.500 3.500v9' },
  cancelled: { color: 'var(--draft)', shape: 'M8 2.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M4 12l8-8' },
}

export function StatusIcon({ status }: { readonly status: Status }) {
  const { color, shape } = styles[status]
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4 shrink-0"
      style={{ stroke: color }}
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={status === 'draft' ? '2 2.500' : undefined}
    >
      <path d={shape} />
    </svg>
  )
}

export function StatusBadge({ status, of }: { readonly status: Status; readonly of: 'post' | 'target' }) {
  const { shell } = useMessages()
  const words: Readonly<Partial<Record<Status, string>>> = shell.post[of === 'post' ? 'status' : 'target']
  const { color } = styles[status]
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full py-0.5 ps-1.5 pe-2.5 font-medium text-xs"
      style={{ color, background: `color-mix(in oklab, ${color} var(--tint), transparent)` }}
    >
      <StatusIcon status={status} />
      {words[status]}
    </span>
  )
}

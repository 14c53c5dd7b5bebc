import type { components } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'

type PostStatus = components['schemas']['Post']['status']
type TargetStatus = components['schemas']['PostTarget']['status']
export type Status = PostStatus | TargetStatus

/** Each state has a color, a shape and a label, so that each of them alone identifies it. */
const styles: Readonly<Record<Status, { readonly color: string; readonly shape: string }>> = {
  draft: { color: 'var(--draft)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14' },
  pending: { color: 'var(--scheduled)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6.5V10l2.5 2' },
  scheduled: { color: 'var(--scheduled)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6.5V10l2.5 2' },
  queued: { color: 'var(--queued)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M7 8.2h6M7 11.8h4' },
  publishing: { color: 'var(--publishing)', shape: 'M10 3a7 7 0 0 1 7 7' },
  processing: { color: 'var(--publishing)', shape: 'M10 3a7 7 0 0 1 7 7' },
  published: { color: 'var(--published)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M7 10.2l2.2 2.2 4-4.6' },
  partial: { color: 'var(--partial)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 6.5v4M10 13.3h.01' },
  failed: { color: 'var(--failed)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M7.7 7.7l4.6 4.6M12.3 7.7l-4.6 4.6' },
  unknown: {
    color: 'var(--unknown)',
    shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M8 8a2 2 0 1 1 2.8 1.9q-.8.4-.8 1.3M10 13.4h.01',
  },
  held: { color: 'var(--held)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M8.2 7.5v5M11.8 7.5v5' },
  cancelled: { color: 'var(--draft)', shape: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M5.2 14.8l9.6-9.6' },
}

const ring = 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14'

export function StatusIcon({ status }: { readonly status: Status }) {
  const { color, shape } = styles[status]
  const isBusy = status === 'publishing' || status === 'processing'
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`}
      style={{ stroke: color }}
      fill="none"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={status === 'draft' ? '2.6 2.9' : undefined}
    >
      {isBusy && <path d={ring} opacity=".28" />}
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

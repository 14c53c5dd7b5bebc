import type { ReactNode } from 'react'

const tones = {
  good: 'bg-published/12 text-published',
  busy: 'bg-publishing/12 text-publishing',
  waiting: 'bg-held/12 text-held',
  bad: 'bg-failed/12 text-failed',
  quiet: 'bg-sunken text-ink-2',
} as const

export type Tone = keyof typeof tones

/** A state in one word. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-xs ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

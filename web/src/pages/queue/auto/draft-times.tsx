import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { OneLine } from '#web/ui/one-line.tsx'

interface TimesProps {
  readonly drafts: readonly Post[]
  readonly chosen: readonly string[]
  readonly times: ReadonlyMap<string, string>
  readonly onChange: (chosen: readonly string[]) => void
}

/** The drafts, each with the time that it would get. The oldest comes first, as they go out. */
export function DraftTimes({ drafts, chosen, times, onChange }: TimesProps) {
  const { queue, shell } = useMessages()
  const inOrder = drafts.toReversed()
  const toggle = (id: string) =>
    onChange(
      inOrder.map((draft) => draft.id).filter((one) => (one === id ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{queue.plan.drafts}</legend>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {inOrder.map((draft) => (
          <li key={draft.id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-sunken">
              <input type="checkbox" checked={chosen.includes(draft.id)} onChange={() => toggle(draft.id)} />
              <OneLine className="flex-1">{draft.content || shell.post.untitled}</OneLine>
              <span className="max-sm:hidden">
                <PostNetworks post={draft} />
              </span>
              <output className="nums w-36 shrink-0 text-end text-ink-2 text-sm">
                {chosen.includes(draft.id) ? formatTimeOf(times.get(draft.id)) : '–'}
              </output>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const formatTimeOf = (at: string | undefined): string => (at === undefined ? '…' : formatDayAndTime(at))

import { Fragment } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { listWords } from '#web/lib/list-words.ts'
import { showWhole } from '#web/ui/one-line.tsx'
import { useCoEditors } from './use-co-editors.ts'

/** Says who else has the post open. It stands in the space below the title, so that nothing moves when they come or go. */
export function CoEditors({ postId }: { readonly postId: string | null }) {
  const people = useCoEditors(postId)
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-full mb-1 flex min-w-0 items-center justify-end gap-1.5 pe-2.5 text-ink-3 text-sm"
    >
      {people.length > 0 && (
        <>
          <Icon name="user" className="size-3.5" />
          <span onPointerEnter={showWhole} className="pointer-events-auto truncate">
            <Sentence names={people.map(({ name }) => name)} />
          </span>
        </>
      )}
    </p>
  )
}

const namedMost = 2
/** Stand for the first and the second name in the sentence. No language has these letters. */
const places = ['\uE000', '\uE001'] as const
const placed = /([\uE000\uE001])/

/** The names are within a sentence, each in its own direction. */
function Sentence({ names }: { readonly names: readonly string[] }) {
  const { saving } = useMessages()
  const rest = names.length - namedMost
  const named = new Map<string, string>(places.flatMap((place, nth) => (names[nth] ? [[place, names[nth]]] : [])))
  const who = listWords([...named.keys(), ...(rest > 0 ? [saving.otherEditors(rest)] : [])])
  return saving
    .alsoEditing(who, names.length)
    .split(placed)
    .map((part) =>
      named.has(part) ? (
        <bdi key={part} className="inline-block max-w-32 truncate align-bottom font-medium text-ink-2">
          {named.get(part)}
        </bdi>
      ) : (
        <Fragment key={part}>{part}</Fragment>
      ),
    )
}

import { createClient, type Result } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { api, fetchSignedIn } from '#web/app/api.ts'
import { isSignedIn, readToken, useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { listWords } from '#web/lib/list-words.ts'
import { showWhole } from '#web/ui/one-line.tsx'
import { isFinal } from './saving/save-state.ts'

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

type Person = Result<'setPostPresence'>['people'][number]

/** Tells the others that this page has a saved post open, and returns the other people who have. */
function useCoEditors(postId: string | null): readonly Person[] {
  const session = useSession()
  const uid = 'signedIn' in session ? session.signedIn.user.uid : null
  const { data, isError, refetch } = useQuery({ ...presenceQuery(postId ?? ''), enabled: postId !== null })
  const people = !isError && data?.postId === postId ? data.people : []
  // Another tab of the same user has left, or this one was silent for too long.
  const isForgotten = people.length > 0 && !people.some((person) => person.uid === uid)
  useEffect(() => {
    if (isForgotten && document.visibilityState === 'visible') void refetch()
  }, [isForgotten, refetch])
  useEffect(() => {
    if (postId === null) return
    const leave = () => void leavePost(postId)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [postId])
  return people.filter((person) => person.uid !== uid)
}

const everyMs = 20_000

/**
 * Says to the others that somebody writes here, and learns who else does. It is said again while the page is visible, and
 * at once when it becomes so. Live events keep the answer up to date.
 */
const presenceQuery = (postId: string) =>
  queryOptions({
    queryKey: ['presence', postId],
    queryFn: ({ signal }) => api.setPostPresence({ id: postId }, { signal }),
    staleTime: 0,
    // Who was here some minutes ago tells nothing.
    gcTime: 0,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : everyMs),
  })

/** `keepalive`: the page may be gone before the answer. */
const parting = createClient({
  url: location.origin,
  token: readToken,
  retry: { attempts: 1 },
  fetch: (input, init) => fetchSignedIn(input, { ...init, keepalive: true }),
})

/** Says that nobody writes here any more. If it is lost, the service finds out by itself. */
async function leavePost(postId: string): Promise<void> {
  if (isSignedIn()) await parting.deletePostPresence({ id: postId }).catch(() => {})
}

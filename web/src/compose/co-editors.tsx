import { createCalls, type Result } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { api, fetchSignedIn } from '#web/app/api.ts'
import { isSignedIn, readToken, useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { listWords } from '#web/lib/list-words.ts'
import { showFullText } from '#web/ui/one-line.tsx'
import { isFinal } from './saving/save-state.ts'

/** Shows who else has the post open, in the bar of the page, so that nothing moves when they come or go. */
export function CoEditors({ postId }: { readonly postId: string | null }) {
  const people = useCoEditors(postId)
  return (
    <p
      role="status"
      className="pointer-events-none flex min-w-0 items-center justify-end gap-1.5 text-ink-3 text-sm @max-3xl:absolute @max-3xl:inset-x-4 @max-3xl:top-full @max-3xl:text-xs @3xl:ms-auto"
    >
      {people.length > 0 && (
        <>
          <Icon name="user" className="size-3.5" />
          <span onPointerEnter={showFullText} className="pointer-events-auto truncate">
            <Sentence names={people.map(({ name }) => name)} />
          </span>
        </>
      )}
    </p>
  )
}

const namedMost = 2
/** Placeholders for the first and second name in the sentence. No language uses these characters. */
const places = ['\uE000', '\uE001'] as const
const placed = /([\uE000\uE001])/

/** Inserts the names into the sentence, each with its own text direction. */
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

/** Announces that this page has a saved post open, and returns the other people who have it open. */
function useCoEditors(postId: string | null): readonly Person[] {
  const session = useSession()
  const uid = 'signedIn' in session ? session.signedIn.user.uid : null
  const { data, isError, refetch } = useQuery({ ...presenceQuery(postId ?? ''), enabled: postId !== null })
  const people = !isError && data?.postId === postId ? data.people : []
  // Another tab of the same user has closed the post, or this one was silent for too long.
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
 * Reports this user's presence and returns the others. Repeated while the page is visible, and at once when it becomes
 * visible. Live events keep the response up to date.
 */
const presenceQuery = (postId: string) =>
  queryOptions({
    queryKey: ['presence', postId],
    queryFn: ({ signal }) => api.setPostPresence({ id: postId }, { signal }),
    staleTime: 0,
    // Presence from minutes ago is meaningless.
    gcTime: 0,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : everyMs),
  })

/** `keepalive`: the page may be closed before the response arrives. */
const parting = createCalls({
  url: location.origin,
  token: readToken,
  retry: { attempts: 1 },
  fetch: (input, init) => fetchSignedIn(input, { ...init, keepalive: true }),
})

/** Reports that this user has left. If the request is lost, the presence expires. */
async function leavePost(postId: string): Promise<void> {
  if (isSignedIn()) await parting.deletePostPresence({ id: postId }).catch(() => {})
}

import { useQuery } from '@tanstack/react-query'
import {
  Link,
  Navigate,
  type RouterState,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from '@tanstack/react-router'
import { useState } from 'react'
import { fromWall } from '#rules/wall-clock.ts'
import { accountsQuery, profilesQuery, queryClient } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useZone } from '#web/app/use-zone.ts'
import { type Account, type Draft, emptyDraft } from '#web/compose/draft/draft.ts'
import { useDraftEditor } from '#web/compose/saving/use-draft-editor.ts'
import { signatureQuery } from '#web/compose/texts/signature-query.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tabStore } from '#web/lib/browser/storage.ts'
import { now } from '#web/lib/clock.ts'
import { takenTimesQuery } from '#web/posts/times/taken-times.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { Composer } from './composer.tsx'
import { usualAccounts } from './usual-accounts.ts'

export const readAhead = (profileId: string): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(takenTimesQuery(profileId)),
    queryClient.ensureQueryData(signatureQuery(profileId)),
  ])

/** Writes a new post or continues an existing one. */
export function ComposePage() {
  const { compose } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { post: postId, day, at } = useSearch({ from: '/p/$profileId/compose' })
  const accounts = useQuery(accountsQuery(profileId))
  const profiles = useQuery(profilesQuery)
  const zone = useZone(profileId)
  const { key, noteMade } = useEditorKey(postId)
  const entry = useRouterState({ select: entryOf })
  const title = postId ? compose.editTitle : compose.title
  const { mayWrite } = useRights()
  if (!mayWrite) return <ViewOnly profileId={profileId} title={title} />
  const left = postId === undefined ? readLeftDraft(entry) : null
  if (left !== null)
    return <Navigate to="/p/$profileId/compose" params={{ profileId }} search={{ post: left }} replace />
  // If a later refetch fails, the text must stay on the page.
  const missing = [accounts, profiles].find(({ data, error }) => error && !data)
  if (missing?.error)
    return (
      <Page title={title}>
        <ProblemBanner error={missing.error} onRetry={() => void missing.refetch()} />
      </Page>
    )
  // The profile's zone determines day boundaries, so it must be known first.
  if (!accounts.data || !profiles.data)
    return (
      <Page title={title}>
        <Loading />
      </Page>
    )
  const given = {
    ...emptyDraft,
    accountIds: usualAccounts(profileId, accounts.data),
    at: at && Date.parse(at) > now() ? at : day ? onDay(day, zone) : null,
  }
  return (
    <OpenedPost
      key={`${key} ${at ?? day ?? ''}`}
      profileId={profileId}
      postId={postId ?? null}
      accounts={accounts.data}
      zone={zone}
      given={given}
      onMade={noteMade}
    />
  )
}

/** Explains why the reader cannot write here, and what to do about it. */
function ViewOnly({ profileId, title }: { readonly profileId: string; readonly title: string }) {
  const { shell } = useMessages()
  // The frame explains why, and what to do.
  if (useRights().isReadOnly)
    return (
      <Page title={title}>
        <EmptyState title={shell.readOnly.compose} />
      </Page>
    )
  return (
    <Page title={title}>
      <EmptyState
        title={shell.viewOnly.title}
        lead={shell.viewOnly.lead}
        action={
          <Link to="/p/$profileId/settings/members" params={{ profileId }} className={buttonStyle('plain')}>
            {shell.viewOnly.members}
          </Link>
        }
      />
    </Page>
  )
}

interface OpenedProps {
  readonly profileId: string
  readonly postId: string | null
  readonly accounts: readonly Account[]
  readonly zone: string
  readonly given: Draft
  readonly onMade: (postId: string) => void
}

function OpenedPost({ profileId, postId, accounts, zone, given, onMade }: OpenedProps) {
  const { compose } = useMessages()
  const navigate = useNavigate()
  const router = useRouter()
  const [entry] = useState(() => entryOf(router.state))
  const onCreated = (id: string) => {
    // The last text may be saved after the page was left. The back button then leads to it.
    if (entryOf(router.state) !== entry) return noteLeftDraft(entry, id)
    onMade(id)
    void navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: id }, replace: true })
  }
  const opened = useDraftEditor({ profileId, postId, accounts, given, onCreated })
  const title = postId ? compose.editTitle : compose.title
  if (opened.state === 'open')
    return <Composer profileId={profileId} accounts={accounts} zone={zone} editor={opened.editor} />
  return (
    <Page title={title}>
      {opened.state === 'failed' ? <ProblemBanner error={opened.error} onRetry={opened.retry} /> : <Loading />}
    </Page>
  )
}

const usualHour = '09:00'
const soonMs = 3_600_000

/** A day from the calendar means its morning; today means soon. */
function onDay(day: string, zone: string): string {
  const { at } = fromWall(`${day}T${usualHour}`, zone)
  return Date.parse(at) > now() ? at : new Date(now() + soonMs).toISOString()
}

/** Identifies an entry in this tab's history. */
export const entryOf = ({ location }: Pick<RouterState, 'location'>): string => location.state.__TSR_key ?? ''

const keyOf = (entry: string): string => `posthorn.left.${entry}`

/** Stores which draft a history entry became after it was left. */
export const noteLeftDraft = (entry: string, postId: string): void => tabStore.write(keyOf(entry), postId)

export const readLeftDraft = (entry: string): string | null => (entry === '' ? null : tabStore.read(keyOf(entry)))

/**
 * Returns a key that separates the state of different posts. A new post keeps its key when it is saved and gets an ID,
 * and "New post" starts a blank one even from there.
 */
export function useEditorKey(postId: string | undefined) {
  const [seen, setSeen] = useState({ postId, round: 0 })
  const [made, setMade] = useState<{ readonly id: string; readonly round: number } | null>(null)
  if (seen.postId !== postId) setSeen({ postId, round: postId === undefined ? seen.round + 1 : seen.round })
  const isMadeHere = postId !== undefined && made?.id === postId
  return {
    key: postId === undefined ? `new-${seen.round}` : isMadeHere ? `new-${made.round}` : postId,
    /** Records the ID of the page's new post. */
    noteMade: (id: string) => setMade({ id, round: seen.round }),
  }
}

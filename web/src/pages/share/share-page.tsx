import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '#web/app/api.ts'
import { dropReceivedItem, type ReceivedItem, readReceivedItem, wordsOf } from '#web/app/offline/received-items.ts'
import { findStartProfile } from '#web/app/start-profile.ts'
import { giveFiles } from '#web/compose/media/given-files.ts'
import { uploadFile } from '#web/compose/media/upload.ts'
import { keepWords } from '#web/compose/saving/keep-words.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes } from '#web/lib/number.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'

const longestIdea = 5_000
const mostIdeaFiles = 10

/**
 * Shows what another app has shared. A website may have sent it without the user's consent, so nothing is saved until
 * they agree.
 */
export function SharePage() {
  const { received, shell } = useMessages()
  const { item: id = '' } = useSearch({ from: '/share' })
  const item = useQuery({
    queryKey: ['share', id],
    queryFn: () => readReceivedItem(id),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className="mx-auto w-full max-w-2xl p-4 sm:p-6">
      <Page title={received.title}>
        {item.error && <ProblemBanner error={item.error} onRetry={() => void item.refetch()} />}
        {item.isPending && <Loading />}
        {item.data === null && (
          <EmptyState
            title={received.nothing}
            lead={received.nothingLead}
            action={
              <Link to="/" className={buttonStyle('primary')}>
                {shell.problem.goHome}
              </Link>
            }
          />
        )}
        {item.data && <Question id={id} item={item.data} />}
      </Page>
    </main>
  )
}

/** Uploads the files of an idea. One that has been uploaded is not sent again if a later one fails. */
function useUpload() {
  const uploaded = useRef(new Map<File, string>())
  return async (profileId: string, files: readonly File[]): Promise<string[]> => {
    const ids: string[] = []
    for (const file of files) {
      const options = { profileId, signal: new AbortController().signal, onProgress: () => {} }
      const id = uploaded.current.get(file) ?? (await uploadFile(file, options)).id
      uploaded.current.set(file, id)
      ids.push(id)
    }
    return ids
  }
}

/** Asks whether to create a post or an idea from the item. */
function Question({ id, item }: { readonly id: string; readonly item: ReceivedItem }) {
  const { received, shell } = useMessages()
  const navigate = useNavigate()
  const words = wordsOf(item)
  const upload = useUpload()
  const isIdea = item.files.length <= mostIdeaFiles && (words !== '' || item.files.length > 0)
  const use = useMutation({
    mutationFn: async () => {
      const profileId = await findStartProfile()
      await keepWords(profileId, words)
      giveFiles(item.files)
      await dropReceivedItem(id)
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, replace: true })
    },
  })
  const discard = useMutation({
    mutationFn: async () => {
      await dropReceivedItem(id)
      await navigate({ to: '/', replace: true })
    },
  })
  const saveIdea = useMutation({
    mutationFn: async () => {
      const profileId = await findStartProfile()
      const mediaIds = await upload(profileId, item.files)
      await api.createIdea({ profileId, text: words.slice(0, longestIdea), mediaIds })
      await dropReceivedItem(id)
      await navigate({ to: '/p/$profileId/posts', params: { profileId }, search: { tab: 'ideas' }, replace: true })
    },
  })
  const error = use.error ?? discard.error ?? saveIdea.error
  return (
    <Card
      title={shell.newPost}
      lead={received.lead}
      actions={
        <>
          <Button className="max-md:min-h-11" isBusy={discard.isPending} onClick={() => discard.mutate()}>
            {received.discard}
          </Button>
          {isIdea && (
            <Button className="max-md:min-h-11" isBusy={saveIdea.isPending} onClick={() => saveIdea.mutate()}>
              {received.saveIdea}
            </Button>
          )}
          <Button variant="primary" className="max-md:min-h-11" isBusy={use.isPending} onClick={() => use.mutate()}>
            {received.use}
          </Button>
        </>
      }
    >
      {words !== '' && (
        <blockquote
          dir="auto"
          className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken p-3"
        >
          {words}
        </blockquote>
      )}
      {item.files.length > 0 && (
        <ul className="grid gap-1">
          {item.files.map((file, nth) => (
            // Two files may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={nth} className="flex min-w-0 gap-3">
              <OneLine className="flex-1">{file.name}</OneLine>
              <span className="nums shrink-0 text-ink-3">{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {error && <ProblemBanner error={error} />}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { takeReceivedItem, wordsOf } from '#web/app/offline/received-items.ts'
import { findStartProfile } from '#web/app/start-profile.ts'
import { giveFiles } from '#web/compose/media/given-files.ts'
import { keepWords } from '#web/compose/saving/keep-words.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'

/** Opens the composer with what another app has shared. */
export function SharePage() {
  const { shell } = useMessages()
  const { item = '' } = useSearch({ from: '/share' })
  const profile = useQuery({
    queryKey: ['share', item],
    queryFn: async () => {
      const profileId = await findStartProfile()
      const shared = await takeReceivedItem(item)
      if (shared) {
        await keepWords(profileId, wordsOf(shared))
        giveFiles(shared.files)
      }
      return profileId
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (profile.data) return <Navigate to="/p/$profileId/compose" params={{ profileId: profile.data }} replace />
  return (
    <main>
      <Page title={shell.newPost}>
        {profile.error ? <ProblemBanner error={profile.error} onRetry={() => void profile.refetch()} /> : <Loading />}
      </Page>
    </main>
  )
}

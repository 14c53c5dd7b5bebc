import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { profilesQuery } from '../queries.ts'

const loadAside = makeImport(() => import('./read-only-aside.tsx'))
/** Few brands exceed their plan. */
const ReadOnlyAside = makeLatePart(async () => (await loadAside()).ReadOnlyAside)

/** The pages about the user or the installation, independent of the open brand. */
const apart = /^\/p\/[^/]+\/(admin|settings\/(account|activity|api-keys))(\/|$)/

/** Shows on the pages of a brand that it is read-only. */
export function ReadOnlyNotice({ profileId }: { readonly profileId: string }) {
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const isAboutBrand = !useLocation({ select: ({ pathname }) => apart.test(pathname) })
  if (!brand?.readOnly || !isAboutBrand) return null
  return <ReadOnlyAside profileId={profileId} isOwner={brand.role === 'owner'} />
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useZone } from '#web/app/use-zone.ts'
import { useMessages } from '#web/i18n/index.ts'
import { cutText } from '#web/lib/cut-text.ts'
import { formatInZone } from '#web/lib/time.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Account } from '../draft/draft.ts'

interface QuoteProps {
  readonly label: string
  readonly value: unknown
  readonly account: Account
  readonly onChange: (value: unknown) => void
}

interface OwnPost {
  /** The link of the post, or its ID on networks whose links do not lead to it. */
  readonly named: string
  readonly text: string
  readonly at: string
}

const offeredPosts = 25

/** The networks that find a quoted post only by its ID, which its link does not contain. */
const byId: readonly Account['network'][] = ['threads']

/** Fetches the latest posts of an account, by the name that its network takes for a quoted post. */
const ownPostsQuery = ({ id: accountId, network, profileId }: Account) =>
  queryOptions({
    queryKey: ['posts', profileId, 'to-quote', accountId],
    queryFn: async (): Promise<readonly OwnPost[]> => {
      const { posts } = await api.listPosts({
        profileId,
        accountId,
        status: ['published', 'partial'],
        limit: offeredPosts,
      })
      return posts.flatMap(({ content, publishedAt, createdAt, targets }) => {
        const target = targets.find((one) => one.accountId === accountId && one.status === 'published')
        const named = byId.includes(network) ? target?.platformPostId : target?.platformUrl
        return named ? [{ named, text: cutText(content.replace(/\s+/g, ' ')), at: publishedAt ?? createdAt }] : []
      })
    },
    staleTime: 60_000,
  })

const other = 'other'

/** The post that this one quotes or reshares: one of the account, or any other by its link. */
export function QuoteField({ label, value, account, onChange }: QuoteProps) {
  const { writing } = useMessages()
  const words = writing.quote
  const posts = useQuery(ownPostsQuery(account))
  const zone = useZone(account.profileId)
  const own = posts.data ?? []
  const named = typeof value === 'string' ? value : ''
  const isOwn = own.some((post) => post.named === named)
  const [isTyped, setTyped] = useState(false)
  const takesLinks = !byId.includes(account.network)
  const isOther = takesLinks && (isTyped || (named !== '' && !isOwn && posts.data !== undefined))
  const unknown = named !== '' && !isOwn && !isOther ? { [`${named} `]: named } : {}
  return (
    <div className="grid gap-2">
      <SelectField
        label={label}
        hint={takesLinks ? undefined : words.ownOnly}
        value={isOther ? other : named === '' ? '' : `${named} `}
        // Keys that are numbers would come first, in their own order.
        options={{
          '': words.none,
          ...(takesLinks && { [other]: words.other }),
          ...Object.fromEntries(
            own.map(({ named, text, at }) => [`${named} `, `${text} · ${formatInZone(at, zone, 'short')}`]),
          ),
          ...unknown,
        }}
        onChange={({ target }) => {
          setTyped(target.value === other)
          onChange(target.value === '' || target.value === other ? undefined : target.value.trim())
        }}
      />
      {isOther && (
        <Field
          label={words.link}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={named}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )}
      {posts.error && <ProblemBanner error={posts.error} onRetry={() => void posts.refetch()} />}
    </div>
  )
}

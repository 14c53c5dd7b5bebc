import { useQuery } from '@tanstack/react-query'
import { labelKey } from '#rules/label-key.ts'
import { accountsQuery, membersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Choose } from '#web/ui/choice/choose.tsx'
import { type NetworkName, networks } from '#web/ui/marks/networks.ts'
import { labelsQuery } from '../labels/labels-query.ts'
import { AccountSelect } from './account-select.tsx'
import type { PageFilter } from './read-filter.ts'

type Name = keyof PageFilter
/** A change of some filters. Undefined removes one. */
export type FilterChange = { readonly [name in Name]?: string | undefined }

interface BarProps {
  readonly profileId: string
  readonly value: PageFilter
  /** The filters of the page, in their order. */
  readonly names: readonly Name[]
  readonly onChange: (change: FilterChange) => void
}

/** The filters of a list, the same on every page. A filter with nothing to choose from is hidden. */
export function FilterBar({ profileId, value, names, onChange }: BarProps) {
  return names.map((name) => {
    const Part = parts[name]
    return <Part key={name} profileId={profileId} value={value[name]} onChange={(next) => onChange({ [name]: next })} />
  })
}

interface SelectProps {
  readonly profileId: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Filters by who wrote a post or uploaded a file. Hidden in a brand of one person. */
function AuthorSelect({ profileId, value, onChange }: SelectProps) {
  const { posts } = useMessages()
  const members = useQuery(membersQuery(profileId)).data ?? []
  if (members.length < 2) return null
  return (
    <Choose
      label={posts.author}
      value={value ?? ''}
      onChange={(uid) => onChange(uid || undefined)}
      options={{ '': posts.allAuthors, ...Object.fromEntries(members.map(({ uid, name }) => [uid, name])) }}
    />
  )
}

/** Filters by label. Archived labels are listed last; a label that no longer exists stays while it is chosen. */
function LabelSelect({ profileId, value, onChange }: SelectProps) {
  const { labels: words } = useMessages()
  const labels = useQuery(labelsQuery(profileId)).data
  if (labels === undefined || (labels.length === 0 && value === undefined)) return null
  const names = [...labels].sort((a, b) => Number(a.archived) - Number(b.archived)).map(({ name }) => name)
  const chosen = value === undefined ? undefined : (names.find((name) => labelKey(name) === labelKey(value)) ?? value)
  const listed = chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
  return (
    <Choose
      label={words.filter}
      value={chosen === undefined ? '' : keyOf(chosen)}
      onChange={(key) => onChange(key === '' ? undefined : key.slice(1))}
      options={{ '': words.all, ...Object.fromEntries(listed.map((name) => [keyOf(name), name])) }}
    />
  )
}

/** Returns a key for a name. A name such as “2026” would otherwise move to the front of an object. */
const keyOf = (name: string): string => `#${name}`

/** Filters by network. Hidden in a brand whose accounts are on one network. */
function NetworkSelect({ profileId, value, onChange }: SelectProps) {
  const { posts } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const known = [...new Set(accounts.map(({ network }) => network))]
  const listed = value === undefined || known.some((one) => one === value) ? known : [...known, value as NetworkName]
  if (known.length < 2 && value === undefined) return null
  return (
    <Choose
      label={posts.network}
      value={value ?? ''}
      onChange={(network) => onChange(network || undefined)}
      options={{ '': posts.allNetworks, ...Object.fromEntries(listed.map((one) => [one, networks[one].name])) }}
    />
  )
}

const parts = { account: AccountSelect, author: AuthorSelect, label: LabelSelect, network: NetworkSelect } as const

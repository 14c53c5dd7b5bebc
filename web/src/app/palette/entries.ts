import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import type { IconName } from '#web/icons/icon.tsx'
import { placeGroups } from '#web/pages/admin/places.ts'
import type { Post } from '#web/posts/post-time.ts'
import { api } from '../api.ts'
import { isCodeShown } from '../form-calls.ts'
import { places } from '../frame/navigation.ts'
import { useIsOperator } from '../frame/use-is-operator.ts'
import { profilesQuery } from '../queries.ts'
import { useRights } from '../rights/rights.ts'
import { chooseTheme } from '../theme.ts'
import { useSignOut } from '../use-sign-out.ts'

export interface Entry {
  readonly id: string
  readonly group: keyof Messages['palette']['groups']
  readonly name: string
  readonly icon?: IconName
  /** The post that was found, whose state and networks tell it from others with the same beginning. */
  readonly post?: Post
  readonly run: () => void
}

const foundMost = 8
const shortestSearch = 2

const settingsPlaces = [
  ['general', '/p/$profileId/settings'],
  ['account', '/p/$profileId/settings/account'],
  ['security', '/p/$profileId/settings/account/security'],
  ['apps', '/p/$profileId/settings/account/apps'],
  ['data', '/p/$profileId/settings/account/data'],
  ['members', '/p/$profileId/settings/members'],
  ['postingTimes', '/p/$profileId/settings/posting-times'],
  ['labels', '/p/$profileId/settings/labels'],
  ['texts', '/p/$profileId/settings/texts'],
  ['usage', '/p/$profileId/settings/usage'],
  ['activity', '/p/$profileId/settings/activity'],
  ['apiKeys', '/p/$profileId/settings/api-keys'],
  ['webhooks', '/p/$profileId/settings/webhooks'],
] as const

/** Lists the palette's results for a search: places and actions by name, posts by text. */
export function useEntries(profileId: string, search: string, showKeys: () => void): readonly Entry[] {
  const words = search.toLocaleLowerCase().split(/\s+/)
  const matches = ({ name }: Entry) => words.every((word) => name.toLocaleLowerCase().includes(word))
  return [...useFixedEntries(profileId, showKeys).filter(matches), ...useFoundPosts(profileId, search)]
}

function useFixedEntries(profileId: string, showKeys: () => void): readonly Entry[] {
  const { adminPlaces, palette, rehearsal, settings, shell } = useMessages()
  const navigate = useNavigate()
  const leave = useSignOut()
  const { mayWrite } = useRights()
  const operatorPlaces = useIsOperator() ? placeGroups.flatMap((group) => group.places) : []
  const { data: profiles = [] } = useQuery(profilesQuery)
  const params = { profileId }
  const action = (id: string, name: string, run: () => void, icon?: IconName): Entry => ({
    id,
    group: 'actions',
    name,
    run,
    ...(icon && { icon }),
  })
  return [
    ...(mayWrite
      ? [action('compose', shell.newPost, () => void navigate({ to: '/p/$profileId/compose', params }), 'plus')]
      : []),
    action('rehearse', rehearsal.open, () => void navigate({ to: '/p/$profileId/rehearsal', params }), 'clock'),
    ...places.map(
      ({ to, name, icon }): Entry => ({
        id: to,
        group: 'places',
        icon,
        name: shell.nav[name],
        run: () => void navigate({ to, params }),
      }),
    ),
    ...settingsPlaces.map(
      ([tab, to]): Entry => ({
        id: to,
        group: 'places',
        icon: 'gear',
        name: `${shell.settings} › ${settings.tabs[tab]}`,
        run: () => void navigate({ to, params }),
      }),
    ),
    ...operatorPlaces.map(
      ({ tab, to }): Entry => ({
        id: to,
        group: 'places',
        icon: 'server',
        name: `${adminPlaces.name} › ${adminPlaces.tabs[tab]}`,
        run: () => void navigate({ to, params }),
      }),
    ),
    ...profiles
      .filter(({ id }) => id !== profileId)
      .map(
        ({ id, name }): Entry => ({
          id,
          group: 'profiles',
          name,
          run: () => void navigate({ to: '/p/$profileId', params: { profileId: id } }),
        }),
      ),
    action('light', palette.actions.light, () => chooseTheme('light')),
    action('dark', palette.actions.dark, () => chooseTheme('dark')),
    action('as-code', palette.actions.asCode, () => isCodeShown.write(true)),
    action('keys', palette.actions.keys, showKeys),
    action('sign-out', shell.signOut, () => void leave()),
  ]
}

function useFoundPosts(profileId: string, search: string): readonly Entry[] {
  const { shell } = useMessages()
  const navigate = useNavigate()
  const q = useDeferredValue(search.trim())
  const isSearching = q.length >= shortestSearch
  const found = useQuery({
    queryKey: ['posts', profileId, 'palette', q],
    queryFn: () => api.listPosts({ profileId, q, limit: foundMost }),
    enabled: isSearching,
  })
  if (!isSearching) return []
  return (found.data?.posts ?? []).map((post) => ({
    id: post.id,
    group: 'posts',
    post,
    name: post.content.trim().slice(0, 100) || shell.post.untitled,
    run: () => void navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId: post.id } }),
  }))
}

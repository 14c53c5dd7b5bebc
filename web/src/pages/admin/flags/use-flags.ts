import type { Input, Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Messages } from '#web/i18n/index.ts'

export type Flag = Result<'getFeatureFlagSettings'>
type Changes = Omit<Input<'updateFeatureFlag'>, 'key'>

const key = ['admin-flags']

/** Fetches the flags of this version with their settings. There are few. */
export const useFlags = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => {
      const { flags } = await api.listFeatureFlags()
      return await Promise.all(flags.map((flag) => api.getFeatureFlagSettings({ key: flag.key })))
    },
  })

/** Changes who has a flag. */
export function useChangeFlag(flagKey: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Changes) => api.updateFeatureFlag({ key: flagKey, ...changes }),
    onSuccess: (changed) =>
      queries.setQueryData<readonly Flag[]>(key, (flags) =>
        flags?.map((flag) => (flag.key === changed.key ? changed : flag)),
      ),
  })
}

type FlagName = keyof Messages['admin']['flags']['known']

const isKnown = (name: string, { admin }: Messages): name is FlagName => Object.hasOwn(admin.flags.known, name)

/** Returns a flag's texts. A flag that is newer than this page has the service's texts. */
export const sayFlag = (flag: Flag, messages: Messages): { readonly name: string; readonly about: string } =>
  isKnown(flag.key, messages) ? messages.admin.flags.known[flag.key] : { name: flag.key, about: flag.description }

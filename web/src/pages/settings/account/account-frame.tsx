import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { meQuery } from '#web/app/queries.ts'
import { readSignInOptions } from '#web/app/session.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import type { Me } from '../use-brand.ts'

interface Account {
  readonly me: Me
  /** The identity provider that manages the user, if there is one. */
  readonly issuer: string | undefined
  /** True if the installation has company sign-in. */
  readonly hasCompany: boolean
  /** True if browsers offer passkeys at the installation's URL. */
  readonly hasPasskeys: boolean
}

interface FrameProps {
  readonly tab: 'account' | 'security' | 'apps' | 'data'
  readonly children: (account: Account) => ReactNode
}

/** A section of the user's own settings, shown once the user is known. */
export function AccountFrame({ tab, children }: FrameProps) {
  const me = useQuery(meQuery)
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const error = me.error ?? options.error
  return (
    <SettingsFrame tab={tab}>
      {error && <ProblemBanner error={error} onRetry={() => void me.refetch()} />}
      {!(me.data && options.data) && !error && <Loading />}
      {me.data &&
        options.data &&
        children({
          me: me.data,
          issuer: options.data.identityProvider ?? undefined,
          hasCompany: options.data.company !== null,
          hasPasskeys: options.data.passkeys,
        })}
    </SettingsFrame>
  )
}

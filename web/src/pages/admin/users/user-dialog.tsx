import type { Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'

/** Shows a user's details, and lets an administrator sign them out or disable them. */
export function UserDialog({ uid, onClose }: { readonly uid: string; readonly onClose: () => void }) {
  const { admin, adminPlaces, shell, usage, verdicts } = useMessages('admin')
  const words = admin.users
  const read = useQuery({ queryKey: ['admin-user', uid], queryFn: () => api.getUser({ uid }) })
  const user = read.data
  return (
    <Dialog title={user?.name ?? adminPlaces.tabs.users} onClose={onClose} isWide>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!user && !read.error && <Loading />}
      {user && (
        <>
          <p className="flex min-w-0 items-center gap-3">
            <Face name={user.name} url={user.avatarUrl} size={40} />
            <bdi className="min-w-0 break-words text-ink-2">{user.email ?? words.noEmail}</bdi>
          </p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:gap-x-6">
            <Fact name={words.role}>{words.roles[user.role]}</Fact>
            <Fact name={words.plan}>{nameOfPlan(user.plan, usage)}</Fact>
            <Fact name={words.lastSignIn}>
              {user.signIns.lastSignedInAt ? formatDistance(user.signIns.lastSignedInAt) : words.never}
            </Fact>
            <Fact name={words.brands}>
              {user.profiles.length === 0 && words.noBrands}
              {user.profiles.map(({ id, name, accounts }) => (
                <span key={id} className="block">
                  <bdi>{name}</bdi> · {shell.count.accounts(accounts)}
                </span>
              ))}
            </Fact>
            <Fact name={words.errors}>
              {user.lastErrors.length === 0 && words.noErrors}
              {user.lastErrors.slice(0, maxErrors).map(({ postId, network, code, error, at }) => (
                <span key={`${postId} ${network} ${at}`} className="mb-1.5 block last:mb-0">
                  {networks[network].name}: {verdicts.failure(code, error ?? code)}{' '}
                  <span className="text-ink-3">· {formatDistance(at)}</span>
                </span>
              ))}
            </Fact>
          </dl>
          <UserActions user={user} />
          <DialogActions>
            <Button onClick={onClose}>{shell.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

const maxErrors = 5

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

/** Actions of administrators. Users cannot disable their own account here, and support staff cannot act. */
function UserActions({ user: { uid, disabledAt, disabledReason } }: { readonly user: Result<'getUser'> }) {
  const { admin } = useMessages('admin')
  const words = admin.users
  const queries = useQueryClient()
  const session = useSession()
  const [reason, setReason] = useState('')
  const refresh = () =>
    Promise.all(['admin-user', 'admin-users'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const signOut = useMutation({ mutationFn: () => api.signOutUser({ uid }), onSuccess: refresh })
  const stop = useMutation({ mutationFn: () => api.disableUser({ uid, reason: reason.trim() }), onSuccess: refresh })
  const allow = useMutation({ mutationFn: () => api.enableUser({ uid }), onSuccess: refresh })
  const me = session.state === 'in' ? session.signedIn.user : null
  if (!me || me.uid === uid || !['admin', 'superadmin'].includes(me.role)) return null
  const error = signOut.error ?? stop.error ?? allow.error
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      {error && <ProblemBanner error={error} />}
      {disabledAt ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56 text-failed">
            {words.stopped(formatDistance(disabledAt))} <bdi>{disabledReason}</bdi>
          </p>
          <Button isBusy={allow.isPending} onClick={() => allow.mutate()}>
            {words.enable}
          </Button>
        </div>
      ) : (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            stop.mutate()
          }}
        >
          <Field
            label={words.reason}
            hint={words.reasonHint}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
              {signOut.isSuccess ? words.signedOut : words.signOut}
            </Button>
            <Button type="submit" variant="danger" isBusy={stop.isPending} disabled={reason.trim() === ''}>
              {words.disable}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

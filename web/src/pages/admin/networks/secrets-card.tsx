import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card, RowList } from '#web/ui/card.tsx'
import { CodeDialog } from './code-dialog.tsx'

type Secret = Item<'listSecrets', 'secrets'>
/** The action that needs a code. */
type Errand =
  | { readonly kind: 'show' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'store' | 'remove'; readonly secret: Secret }

/**
 * Stores the credentials of the networks' apps. Their values are never shown again, and each change needs a new
 * two-step verification code.
 */
export function SecretsCard() {
  const { admin, problem, shell } = useMessages('admin')
  const words = admin.secrets
  const { profileId } = useParams({ from: '/p/$profileId' })
  const hasFactor = useQuery(meQuery).data?.mfaEnabled
  const [errand, setErrand] = useState<Errand | null>(null)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const run = useMutation({
    mutationFn: async ({ code, value }: { readonly code: string; readonly value: string }) => {
      const options = { headers: { 'x-mfa-code': code } }
      if (errand?.kind === 'show') return setSecrets((await api.listSecrets({}, options)).secrets)
      if (errand?.kind === 'restart') {
        await api.restartWithSecrets({}, options)
        return setSecrets((before) => before?.map((one) => ({ ...one, needsRestart: false })) ?? null)
      }
      if (errand === null) return
      const { name, version, versionInForce } = errand.secret
      if (errand.kind === 'remove') {
        const left =
          versionInForce === null ? await forget(errand.secret, options) : await api.revokeSecret({ name }, options)
        return setSecrets((before) => before?.map((one) => (one.name === name ? left : one)) ?? null)
      }
      const stored =
        version === null
          ? await api.createSecret({ name, value }, options)
          : await api.setSecret({ name, value }, options)
      setSecrets((before) => before?.map((one) => (one.name === name ? stored : one)) ?? null)
    },
    onSuccess: () => setErrand(null),
  })
  const open = (next: Errand) => {
    run.reset()
    setErrand(next)
  }
  const isWaiting = secrets?.some(({ needsRestart }) => needsRestart) ?? false
  return (
    <>
      <Card
        title={words.title}
        lead={words.lead}
        actions={
          hasFactor === false ? (
            <Link
              to="/p/$profileId/settings/account/security"
              params={{ profileId }}
              hash="second-factor"
              className={buttonStyle('plain')}
            >
              {problem.ways.factor}
            </Link>
          ) : secrets === null ? (
            // Not before it is known that it can be used.
            hasFactor && <Button onClick={() => open({ kind: 'show' })}>{words.show}</Button>
          ) : (
            isWaiting && (
              <Button variant="primary" onClick={() => open({ kind: 'restart' })}>
                {words.apply}
              </Button>
            )
          )
        }
      >
        {secrets && (
          <RowList label={words.title}>
            {secrets.map((secret) => (
              <SecretRow
                key={secret.name}
                secret={secret}
                onStore={() => open({ kind: 'store', secret })}
                onRemove={() => open({ kind: 'remove', secret })}
              />
            ))}
          </RowList>
        )}
      </Card>
      {errand && (
        <CodeDialog
          title={titleOf(errand, words)}
          verb={verbOf(errand, { ...words, save: shell.save })}
          needsValue={errand.kind === 'store'}
          typedName={errand.kind === 'remove' ? errand.secret.name : null}
          isBusy={run.isPending}
          error={run.error}
          onSubmit={run.mutate}
          onClose={() => setErrand(null)}
        />
      )}
    </>
  )
}

function titleOf(errand: Errand, words: Messages['admin']['secrets']): string {
  if (errand.kind === 'store') return words.store(errand.secret.name)
  if (errand.kind === 'remove') return words.removeTitle(errand.secret.name)
  return words[errand.kind === 'show' ? 'show' : 'apply']
}

const verbOf = (
  { kind }: Errand,
  words: Pick<Messages['admin']['secrets'], 'show' | 'apply' | 'remove'> & { readonly save: string },
): string => ({ show: words.show, restart: words.apply, store: words.save, remove: words.remove })[kind]

/** Deletes a secret that no node uses, including all versions. */
async function forget(secret: Secret, options: Parameters<typeof api.deleteSecret>[1]): Promise<Secret> {
  await api.deleteSecret({ name: secret.name }, options)
  return { ...secret, version: null, masked: null, needsRestart: false, updatedAt: null, versions: [] }
}

interface RowProps {
  readonly secret: Secret
  readonly onStore: () => void
  readonly onRemove: () => void
}

function SecretRow({ secret, onStore, onRemove }: RowProps) {
  const { admin } = useMessages('admin')
  const words = admin.secrets
  const { name, about, source, version, masked, needsRestart, updatedAt } = secret
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <code className="break-all font-mono text-sm">{name}</code>
        <span className="text-ink-3 text-sm">{words.about(name, about)}</span>
        <span className="text-ink-3 text-sm">
          {source === null ? words.unset : words.sources[source]}
          {masked && (
            <>
              {' · '}
              <code className="font-mono text-xs">{masked}</code>
            </>
          )}
          {updatedAt && ` · ${formatDistance(updatedAt)}`}
          {needsRestart && ` · ${words.waits}`}
        </span>
      </div>
      {version !== null && (
        <Button variant="danger" aria-label={words.removeTitle(name)} onClick={onRemove}>
          {words.remove}
        </Button>
      )}
      <Button aria-label={words.store(name)} onClick={onStore}>
        {version === null ? words.set : words.replace}
      </Button>
    </li>
  )
}

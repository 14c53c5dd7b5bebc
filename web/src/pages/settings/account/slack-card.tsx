import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Links the user to Slack, either by installing the app or with a code if someone else has installed it. */
export function SlackCard() {
  const { slack } = useMessages()
  const status = useQuery({ queryKey: ['slack'], queryFn: () => api.getSlackStatus() })
  const linked = status.data?.connected ? status.data : null
  return (
    <Card title={slack.title} lead={linked ? slack.connected(linked.teamName ?? '') : slack.lead}>
      {status.error && <ProblemBanner error={status.error} onRetry={() => void status.refetch()} />}
      {status.data && (linked ? <Linked {...linked} /> : <Unlinked />)}
    </Card>
  )
}

function Unlinked() {
  const { slack } = useMessages()
  const install = useMutation({
    mutationFn: () => api.installSlack(),
    onSuccess: ({ authUrl }) => window.location.assign(authUrl),
  })
  const code = useMutation({ mutationFn: () => api.createSlackLinkCode() })
  const error = install.error ?? code.error
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isBusy={install.isPending} onClick={() => install.mutate()}>
          {slack.install}
        </Button>
        <Button isBusy={code.isPending} onClick={() => code.mutate()}>
          {slack.link}
        </Button>
      </div>
      {code.data && (
        <>
          <p className="text-ink-3 text-sm">{slack.codeLead}</p>
          <CopyField label={slack.command} value={code.data.command} />
        </>
      )}
      {error && <ProblemBanner error={error} />}
    </div>
  )
}

type LinkedProps = Awaited<ReturnType<typeof api.getSlackStatus>>

function Linked({ installerProfile, installedAtMs }: LinkedProps) {
  const { slack } = useMessages()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.disconnectSlack(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['slack'] }),
  })
  const installedAt = installedAtMs === undefined ? null : new Date(installedAtMs).toISOString()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-48 text-ink-3 text-sm">
        {installerProfile && installedAt && slack.installedBy(installerProfile.name, formatDistance(installedAt))}
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {slack.end}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={slack.endTitle}
          lead={slack.endLead}
          action={slack.end}
          isBusy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

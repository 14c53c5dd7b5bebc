import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepWords } from '#web/compose/saving/keep-words.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { readToken } from '../session.ts'
import { readLastProfile } from '../start-profile.ts'

const pollMs = 5_000

/** Shown if a page cannot be opened because the service does not respond. Text can be saved locally in the meantime. */
export function OfflinePage() {
  const { offline, shell } = useMessages()
  const navigate = useNavigate()
  const router = useRouter()
  const profileId = readLastProfile()
  const [id] = useState(() => `offline-${Date.now()}`)
  const [words, setWords] = useState('')
  const title = navigator.onLine ? offline.noAnswer : offline.title
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  const write = (next: string) => {
    setWords(next)
    if (profileId) void keepWords(profileId, next, id).catch(() => {})
  }
  const goOn = async () => {
    await readToken()
    if (profileId && words !== '') await navigate({ to: '/p/$profileId/compose', params: { profileId } })
    await router.invalidate()
  }
  const tryAgain = useEffectEvent(() => void goOn().catch(() => {}))
  useEffect(() => {
    const timer = setInterval(tryAgain, pollMs)
    const hear = () => tryAgain()
    addEventListener('online', hear)
    return () => {
      clearInterval(timer)
      removeEventListener('online', hear)
    }
  }, [])
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-xl content-center gap-4 p-6">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="text-ink-2">{offline.lead}</p>
      {profileId && (
        <label className="grid gap-1.5">
          <span className="font-medium">{offline.write}</span>
          <textarea
            dir="auto"
            rows={5}
            value={words}
            onChange={(event) => write(event.target.value)}
            className="field-sizing-content min-h-32 w-full resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-lg"
          />
          <span role="status" className="min-h-5 text-ink-3 text-sm">
            {words !== '' && offline.kept}
          </span>
        </label>
      )}
      <div>
        <Button variant="primary" className="max-md:min-h-11" onClick={tryAgain}>
          {shell.retry}
        </Button>
      </div>
    </div>
  )
}

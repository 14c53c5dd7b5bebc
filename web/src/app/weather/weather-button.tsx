import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { openWeather, useMayBreak, useWeatherOpen } from './opened.ts'
import { faultsQuery } from './weather-queries.ts'

const loadPanel = makeImport(() => import('./weather-panel.tsx'))
const WeatherPanel = makeLatePart(async () => (await loadPanel()).WeatherPanel)

/** Opens the weather panel of the sandbox, for server administrators. It shows whether a network is broken. */
export function WeatherButton() {
  const { shell } = useFrameMessages()
  const isOpen = useWeatherOpen()
  useCloseWithPage()
  const mayBreak = useMayBreak()
  const faults = useQuery({ ...faultsQuery, enabled: mayBreak })
  if (!mayBreak) return null
  const count = faults.data?.length ?? 0
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => openWeather(!isOpen)}
        className="relative inline-flex min-h-6 shrink-0 items-center gap-1.5 rounded-sm px-1.5 font-medium text-ink hover:bg-sunken max-sm:px-3.5 max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-2.5"
      >
        <Icon name="storm" className="size-4" />
        {shell.weather}
        {count > 0 && (
          <span className="nums rounded-full bg-failed/12 px-1.5 text-failed dark:bg-failed/20">{count}</span>
        )}
      </button>
      {isOpen && <WeatherPanel onClose={() => openWeather(false)} />}
    </>
  )
}

/** The width from which the panel fits next to the page: `xl` in the styles. */
const wide = matchMedia('(width >= 80rem)')

/** Closes the panel on navigation if it covers the page. */
function useCloseWithPage(): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const close = useEffectEvent(() => {
    if (!wide.matches) openWeather(false)
  })
  useEffect(() => {
    if (path) close()
  }, [path])
}

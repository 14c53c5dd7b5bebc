import './styles.css'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/queries.ts'
import { fetchFirstPage, router } from './app/router.tsx'
import { applyTheme } from './app/theme.ts'
import { startLanguage } from './i18n/frame.ts'

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
fetchFirstPage()
// No top-level `await`: with one, the bundler splits the pages into many small files. The page renders in any case, in
// English if the language could not be loaded.
void startLanguage().catch(reportError).then(draw)

function draw(): void {
  // public/old-browser.js has already explained that this browser is too old.
  if ('tooOld' in document.documentElement.dataset) return
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DirectionProvider>
    </StrictMode>,
  )
}

import type { Answer } from '../core/http/request.ts'
import { empty } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'

/** Renders the page for a URL that leads nowhere. Programs get JSON instead. */
export const missingPage = (): Answer =>
  page({
    title: 'Page not found',
    status: 404,
    body: `<main class="middle"><h1 class="sr">Page not found</h1>${empty('Page not found', 'This URL doesn’t exist in the sandbox. <a href="/">Go to the overview</a>')}</main>`,
  })

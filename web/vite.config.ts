import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { calledOperations } from './called-operations.ts'
import { emojiData } from './emoji-data.ts'
import { leanStyles } from './lean-styles.ts'
import { oldestBrowsers } from './oldest-browsers.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Also serves the font at a URL without a hash, from which the pages that the service itself renders load it. */
const looseFont: Plugin = {
  name: 'loose-font',
  async generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    const file = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
    this.emitFile({ type: 'asset', fileName: 'inter.woff2', source: await readFile(file) })
  },
}

/** Names the files of the languages in the page, so that public/theme.js can request one before any script runs. */
const languageFiles: Plugin = {
  name: 'language-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle).flatMap((file) => {
        const [, language] =
          (file.type === 'chunk' && /i18n\/(de|es|fr)\/index\.ts$/.exec(file.facadeModuleId ?? '')) || []
        return language ? `${language}=/${file.fileName}` : []
      })
      return html.replace('<html lang="en">', `<html lang="en" data-languages="en= ${files.sort().join(' ')}">`)
    },
  },
}

/** The folder of a page's area, such as `analytics`. */
const areaOf = (id: string): string => /web\/src\/pages\/([\w-]+)/.exec(id)?.[1] ?? 'pages'

/**
 * Each file costs time on a slow device, and its name is part of the first script. Code that several pages share is
 * therefore in a few files: what the first page needs, the parts of most pages, those of an area, and those of the
 * composer.
 */
const groups = [
  { name: 'frame', tags: ['$initial'] },
  // Few pages have lists of hundreds or tables to sort, choose labels, or count a text as networks do.
  {
    name: 'parts',
    test: /web\/src\/(icons|lib|posts|ui)\/(?!near|load-more|table\/sortable|labels\/label-field)|rules\/(?!count|find|remember|limits)|@tanstack/,
    minShareCount: 3,
  },
  // The home page's cards are separate: few visits need one.
  { name: areaOf, debugName: 'areas', test: /web\/src\/pages\/(?!home)/, minShareCount: 2 },
  // Stock photos load only where a provider is set up, and the merge of texts when two people have changed one.
  { name: 'writing', test: /web\/src\/compose\/(?!media\/stock|draft\/words)/, minShareCount: 2 },
  { name: 'popups', test: /@base-ui|@floating-ui/, minShareCount: 2 },
]

export default defineConfig(({ command }) => {
  // A process for tests must not leave its pages behind: they are half as large again as ordinary ones.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: at('.'),
    plugins: [
      calledOperations,
      react(),
      tailwind({ optimize: false }),
      leanStyles,
      looseFont,
      languageFiles,
      emojiData,
    ],
    resolve: {
      alias: [
        // React has had this hook since version 18.
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
        { find: '@posthorn/sdk', replacement: at('../sdk/src/index.ts') },
        { find: /^#rules\//, replacement: at('../rules/') },
        { find: /^#web\//, replacement: at('./src/') },
      ],
    },
    build: {
      outDir: at('./dist'),
      emptyOutDir: true,
      target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
      // The list of files that the service worker caches.
      manifest: 'shell.json',
      // The content security policy allows no inline script, and every supported browser preloads on its own.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // The first script names every file, and seven letters tell the releases of a file apart.
      rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames: 'assets/[name]-[hash:7].js' } },
    },
    server: { proxy: { '/v1': process.env.POSTHORN_API ?? 'http://127.0.0.1:4000' } },
  }
})

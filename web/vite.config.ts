import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './oldest-browsers.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Puts the font at an address without a hash, too: the pages that the service itself renders load it from there. */
const looseFont: Plugin = {
  name: 'loose-font',
  async generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    const file = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
    this.emitFile({ type: 'asset', fileName: 'inter.woff2', source: await readFile(file) })
  },
}

export default defineConfig(({ command }) => {
  // A process for tests must not leave pages behind that are built for it: they are half as big again.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: at('.'),
    plugins: [react(), tailwind(), looseFont],
    resolve: {
      alias: [
        { find: '@posthorn/sdk', replacement: at('../sdk/src/index.ts') },
        { find: /^#rules\//, replacement: at('../rules/') },
        { find: /^#web\//, replacement: at('./src/') },
      ],
    },
    build: {
      outDir: at('./dist'),
      emptyOutDir: true,
      target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
      // The list of the files that the service worker keeps.
      manifest: 'shell.json',
      // The content security policy allows no inline script, and every supported browser preloads on its own.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // Each file costs time on a slow device, and all of these are needed for the first page.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
    },
    server: { proxy: { '/v1': process.env.POSTHORN_API ?? 'http://127.0.0.1:4000' } },
  }
})

import { tokensCss } from '#rules/face/tokens.ts'
import type { Site } from './page.ts'
import { fontFace, headerStyle } from './style.ts'

/** Returns the style of the reference: our tokens as the variables of its renderer, and our header above it. */
export const referenceStyle = ({ hasWeb }: Site): string => `${hasWeb ? fontFace : ''}${tokensCss}${headerStyle}
:root { --scalar-custom-header-height: 56px }
.light-mode, .dark-mode {
  --scalar-font: "Inter Variable", system-ui, sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --scalar-color-1: var(--ink); --scalar-color-2: var(--ink-2); --scalar-color-3: var(--ink-3);
  --scalar-color-accent: var(--brand); --scalar-background-accent: var(--brand-tint);
  --scalar-background-1: var(--surface); --scalar-background-2: var(--bg); --scalar-background-3: var(--sunken);
  --scalar-border-color: var(--line); --scalar-border-width: 1px;
  --scalar-radius: 6px; --scalar-radius-lg: 8px; --scalar-radius-xl: 12px;
  --scalar-button-1: var(--brand); --scalar-button-1-hover: var(--brand-hover); --scalar-button-1-color: var(--on-brand);
  --scalar-link-color: var(--brand); --scalar-link-color-hover: var(--brand-hover);
  --scalar-color-green: var(--published); --scalar-color-red: var(--failed); --scalar-color-yellow: var(--partial);
  --scalar-color-blue: var(--publishing); --scalar-color-orange: var(--held); --scalar-color-purple: var(--scheduled);
  --scalar-sidebar-background-1: var(--surface); --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-color-1: var(--ink); --scalar-sidebar-color-2: var(--ink-2); --scalar-sidebar-color-active: var(--brand);
  --scalar-sidebar-item-hover-background: var(--sunken); --scalar-sidebar-item-hover-color: var(--ink);
  --scalar-sidebar-item-active-background: var(--brand-tint);
  --scalar-sidebar-search-background: var(--sunken); --scalar-sidebar-search-color: var(--ink-3); --scalar-sidebar-search-border-color: var(--line);
}
/* Long lines of code wrap, and lists are as tall as they are: a keyboard cannot scroll the renderer's boxes. */
code.custom-scroll { overflow: visible !important }
code.custom-scroll, code.custom-scroll * { white-space: pre-wrap !important; overflow-wrap: anywhere !important }
ul.endpoints, .scalar-card-content:has(> ul.endpoints) { max-height: none !important; overflow: visible !important }
button.absolute.rounded[aria-expanded] { display: inline-grid; place-items: center; min-width: 24px; min-height: 24px }
/* The renderer's note about itself. */
a[href*="scalar.com"] { display: none !important }
`

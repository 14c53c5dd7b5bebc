import type { Template } from '../template.ts'
import { footerMark } from './compose.ts'

/** Emails with metrics. The HTML shows the image `chart`. */
export const reportTemplates = {
  'weekly-report': {
    variables: [
      'name',
      'profile',
      'from',
      'to',
      'posts',
      'views',
      'likes',
      'comments',
      'shares',
      'best',
      'peak',
      'link',
      'url',
      'unsubscribeUrl',
    ],
    subject: '{{profile}}: your week, {{from}} – {{to}}',
    text: `Hello {{name}},

Here’s how {{profile}} did from {{from}} to {{to}}, compared with the week before:

Posts published: {{posts}}
Views: {{views}}
Likes: {{likes}}
Comments: {{comments}}
Shares: {{shares}}

Top post:

{{best}}

Best day: {{peak}} likes, comments and shares.

View analytics:
{{link}}

${footerMark}
You get this email because you turned on the weekly report.
Unsubscribe: {{unsubscribeUrl}}
Posthorn · {{url}}
`,
    html: `<p>Here’s how {{profile}} did from {{from}} to {{to}}, compared with the week before:</p>
<table>
<tr><td>Posts published</td><td>{{posts}}</td></tr>
<tr><td>Views</td><td>{{views}}</td></tr>
<tr><td>Likes</td><td>{{likes}}</td></tr>
<tr><td>Comments</td><td>{{comments}}</td></tr>
<tr><td>Shares</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="Likes, comments and shares on each day, Monday to Sunday"></p>
<p>Likes, comments and shares, Monday to Sunday. Best day: {{peak}}.</p>
<p>Top post:</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{link}}">View analytics</a></p>
<hr>
<p>You get this email because you turned on the weekly report.<br>
<a href="{{unsubscribeUrl}}">Unsubscribe</a><br>
Posthorn · {{url}}</p>
`,
  },
} as const satisfies Record<string, Template>

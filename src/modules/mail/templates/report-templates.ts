import type { Template } from '../template.ts'

/** Mails with numbers. The HTML shows the image `chart`. */
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
      'url',
      'unsubscribeUrl',
    ],
    subject: '{{profile}}: the week from {{from}} to {{to}}',
    text: `Hello {{name}},

this was the week of "{{profile}}", from {{from}} to {{to}}, compared with the previous week:

Posts published: {{posts}}
Views gained: {{views}}
Likes gained: {{likes}}
Comments gained: {{comments}}
Shares gained: {{shares}}

The post with the most reactions:

{{best}}

The best day had {{peak}} likes, comments and shares.

More numbers: {{url}}

End this report: {{unsubscribeUrl}}
`,
    html: `<p>Hello {{name}},</p>
<p>this was the week of “{{profile}}”, from {{from}} to {{to}}, beside the week before:</p>
<table>
<tr><td>Posts published</td><td>{{posts}}</td></tr>
<tr><td>Views gained</td><td>{{views}}</td></tr>
<tr><td>Likes gained</td><td>{{likes}}</td></tr>
<tr><td>Comments gained</td><td>{{comments}}</td></tr>
<tr><td>Shares gained</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="Likes, comments and shares gained on each day, Monday to Sunday"></p>
<p>Likes, comments and shares, Monday to Sunday; the best day had {{peak}}.</p>
<p>The post with the most reactions:</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{url}}">More numbers</a> · <a href="{{unsubscribeUrl}}">End this report</a></p>
`,
  },
} as const satisfies Record<string, Template>

{{- define "waymark-agent.labels" -}}
app.kubernetes.io/name: waymark-agent
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
waymark.io/agent: {{ .name | quote }}
{{- end }}

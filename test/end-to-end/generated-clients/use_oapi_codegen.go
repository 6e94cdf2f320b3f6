// Uses the client that oapi-codegen made of the interface: URL TOKEN WORKSPACE. Prints what it got as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"client/waymark"
)

const id = "by oapi-codegen"

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// One answer or the end of the program, with what was answered instead.
func expected[T any](answer *T, body []byte) *T {
	if answer == nil {
		panic(string(body))
	}
	return answer
}

func update(note *string) waymark.ExternalObjectUpdate {
	battery := 81.5
	values := make([]waymark.FieldValue, 3)
	must(values[0].FromNumberFieldValue(waymark.NumberFieldValue{Type: "Number", Field: "battery", Value: &battery}))
	must(values[1].FromStringFieldValue(waymark.StringFieldValue{Type: "String", Field: "note", Value: note}))
	loading := &waymark.Category{Namespace: "state", CategoryName: "loading"}
	must(values[2].FromCategoryFieldValue(waymark.CategoryFieldValue{Type: "Category", Field: "state", Value: loading}))
	location := &waymark.LocationUpdate{NewPosition: waymark.NewPosition{Lat: 53.4, Lon: -2.98}}
	return waymark.ExternalObjectUpdate{ExternalId: id, LocationUpdate: location, FieldValues: &values}
}

func main() {
	url, token, workspace := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	authorized := waymark.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})
	client, err := waymark.NewClientWithResponses(url, authorized)
	must(err)

	text, statuses, position := "text", []string{}, ""
	for _, note := range []*string{&text, nil} {
		answer, err := client.UpdateObjectsWithResponse(ctx, workspace, nil, []waymark.ExternalObjectUpdate{update(note)})
		must(err)
		results := expected(answer.JSON200, answer.Body).Results
		statuses = append(statuses, string(results[0].Status))
		position = answer.HTTPResponse.Header.Get("Waymark-Position")
	}
	limit := 2
	page, err := client.ListObjectsWithResponse(ctx, workspace, &waymark.ListObjectsParams{Limit: &limit})
	must(err)
	found, err := client.ReadObjectWithResponse(ctx, workspace, id, &waymark.ReadObjectParams{WaymarkPosition: &position})
	must(err)
	fields := map[string]any{}
	for name, state := range expected(found.JSON200, found.Body).Fields {
		kind, err := state.ValueByDiscriminator()
		must(err)
		switch value := kind.(type) {
		case waymark.NumberFieldState:
			fields[name] = value.Value
		case waymark.StringFieldState:
			fields[name] = value.Value
		case waymark.CategoryFieldState:
			fields[name] = value.Value
		}
	}

	// The feed comes a moment after the object: go on from each page's cursor, and wait for more.
	changes, cursor, wait := []int64{}, "earliest", 1
	for attempt := 0; attempt < 20 && len(changes) < len(statuses); attempt++ {
		polled, err := client.PollChangesWithResponse(ctx, workspace, &waymark.PollChangesParams{Cursor: &cursor, Wait: &wait})
		must(err)
		for _, change := range expected(polled.JSON200, polled.Body).Changes {
			if change.ExternalId == id {
				changes = append(changes, change.Revision)
			}
		}
		cursor = polled.JSON200.Cursor
	}

	var geometry waymark.AreaGeometry
	must(geometry.FromAreaCircle(waymark.AreaCircle{Type: "Circle", Center: []float64{-2.98, 53.4}, Radius: 250}))
	var floor waymark.Floor
	must(floor.FromFloor1(2))
	area, err := client.CreateAreaWithResponse(ctx, workspace, nil, waymark.AreaContent{Name: "North quay", Floor: &floor, Geometry: geometry})
	must(err)
	made := expected(area.JSON201, area.Body)
	types := []string{"crane"}
	settings := waymark.NewWebhookSettings{Url: "https://hooks.example.com/waymark", Filter: &waymark.WebhookFilter{Types: &types}}
	webhook, err := client.CreateWebhookWithResponse(ctx, workspace, nil, settings)
	must(err)

	done, err := json.Marshal(map[string]any{
		"statuses": statuses,
		"listed":   expected(page.JSON200, page.Body).Objects != nil,
		"fields":   fields,
		"changes":  changes,
		"area":     []any{made.Name, made.Floor},
		"webhook":  strings.HasPrefix(expected(webhook.JSON201, webhook.Body).Secret, "whsec_"),
	})
	must(err)
	fmt.Print(string(done))
}

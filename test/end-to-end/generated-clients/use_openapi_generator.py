"""Uses the client that openapi-generator (python) made of the interface: FOLDER URL TOKEN WORKSPACE. Prints what it got as JSON."""

import json
import sys

folder, url, token, workspace = sys.argv[1:5]
sys.path.insert(0, folder)

import openapi_client  # noqa: E402
from openapi_client.models import (  # noqa: E402
    AreaCircle,
    AreaContent,
    AreaGeometry,
    ExternalObjectUpdate,
    FieldValue,
    Floor,
    InterfaceVersion,
    LocationUpdate,
    NewPosition,
    NewWebhookSettings,
    WebhookFilter,
)

ID = "by openapi-generator python"
configuration = openapi_client.Configuration(host=url, access_token=token)


def plain(value):
    return value.to_dict() if hasattr(value, "to_dict") else value


def update(note):
    values = [
        {"type": "Number", "field": "battery", "value": 81.5},
        {"type": "String", "field": "note", "value": note},
        {"type": "Category", "field": "state", "value": {"namespace": "state", "categoryName": "loading"}},
    ]
    return ExternalObjectUpdate(
        external_id=ID,
        location_update=LocationUpdate(new_position=NewPosition(lat=53.4, lon=-2.98)),
        field_values=[FieldValue.from_dict(value) for value in values],
    )


with openapi_client.ApiClient(configuration) as client:
    updates, objects, feed = openapi_client.UpdatesApi(client), openapi_client.ObjectsApi(client), openapi_client.FeedApi(client)
    results = [updates.update_objects(workspace, [update(note)], waymark_version=list(InterfaceVersion)[0]).results[0] for note in ("text", None)]
    page = objects.list_objects(group_id=workspace, limit=2)
    found = None
    for _attempt in range(50):
        try:
            found = objects.read_object(workspace, ID)
        except openapi_client.exceptions.NotFoundException:
            continue
        if found.revision >= 2:
            break
    # The feed comes a moment after the object: go on from each page's cursor, and wait for more.
    changes, cursor = [], "earliest"
    for _attempt in range(20):
        polled = feed.poll_changes(workspace, cursor=cursor, wait=1)
        changes += [change for change in polled.changes if change.external_id == ID]
        cursor = polled.cursor
        if len(changes) >= len(results):
            break
    circle = AreaCircle(type="Circle", center=[-2.98, 53.4], radius=250)
    content = AreaContent(name="North quay", floor=Floor(2), geometry=AreaGeometry(circle))
    area = openapi_client.AreasApi(client).create_area(workspace, content)
    settings = NewWebhookSettings(url="https://hooks.example.com/waymark", filter=WebhookFilter(types=["crane"]))
    webhook = openapi_client.WebhooksApi(client).create_webhook(workspace, settings)

print(
    json.dumps(
        {
            "statuses": [result.status for result in results],
            "listed": isinstance(page.objects, list),
            "fields": {name: plain(state.actual_instance.value) for name, state in found.fields.items()},
            "changes": [change.revision for change in changes],
            "area": [area.name, area.floor.actual_instance],
            "webhook": webhook.secret.startswith("whsec_"),
        }
    )
)

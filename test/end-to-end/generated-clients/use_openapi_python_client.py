"""Uses the client that openapi-python-client made of the interface: FOLDER URL TOKEN WORKSPACE. Prints what it got as JSON."""

import json
import sys

folder, url, token, workspace = sys.argv[1:5]
sys.path.insert(0, folder)

from waymark_client import AuthenticatedClient  # noqa: E402
from waymark_client.api.areas import create_area  # noqa: E402
from waymark_client.api.feed import poll_changes  # noqa: E402
from waymark_client.api.objects import list_objects, read_object  # noqa: E402
from waymark_client.api.updates import update_objects  # noqa: E402
from waymark_client.api.webhooks import create_webhook  # noqa: E402
from waymark_client.models import (  # noqa: E402
    AreaCircle,
    AreaCircleType,
    AreaContent,
    Category,
    CategoryFieldValue,
    CategoryFieldValueType,
    ExternalObjectUpdate,
    InterfaceVersion,
    LocationUpdate,
    NewPosition,
    NewWebhookSettings,
    NumberFieldValue,
    NumberFieldValueType,
    StringFieldValue,
    StringFieldValueType,
    WebhookFilter,
)

ID = "by openapi-python-client"
client = AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)


def fields(note):
    return [
        NumberFieldValue(type_=NumberFieldValueType.NUMBER, field="battery", value=81.5),
        StringFieldValue(type_=StringFieldValueType.STRING, field="note", value=note),
        CategoryFieldValue(type_=CategoryFieldValueType.CATEGORY, field="state", value=Category(namespace="state", category_name="loading")),
    ]


def update(note):
    return ExternalObjectUpdate(external_id=ID, location_update=LocationUpdate(new_position=NewPosition(lat=53.4, lon=-2.98)), field_values=fields(note))


version = InterfaceVersion(list(InterfaceVersion)[0])
results = [update_objects.sync(workspace, client=client, body=[update(note)], waymark_version=version).results[0] for note in ("text", None)]

page = list_objects.sync(workspace, client=client, limit=2)
found = None
for _attempt in range(50):
    found = read_object.sync(workspace, ID, client=client)
    if getattr(found, "revision", 0) >= 2:
        break
# The feed comes a moment after the object: go on from each page's cursor, and wait for more.
changes, cursor = [], "earliest"
for _attempt in range(20):
    polled = poll_changes.sync(workspace, client=client, cursor=cursor, wait=1)
    changes += [change for change in polled.changes if change.external_id == ID]
    cursor = polled.cursor
    if len(changes) >= len(results):
        break
circle = AreaCircle(type_=AreaCircleType.CIRCLE, center=[-2.98, 53.4], radius=250)
area = create_area.sync(workspace, client=client, body=AreaContent(name="North quay", floor=2, geometry=circle))
settings = NewWebhookSettings(url="https://hooks.example.com/waymark", filter_=WebhookFilter(types=["crane"]))
webhook = create_webhook.sync(workspace, client=client, body=settings)

print(
    json.dumps(
        {
            "statuses": [result.status.value for result in results],
            "listed": isinstance(page.objects, list),
            "fields": {name: state.to_dict()["value"] for name, state in found.fields.additional_properties.items()},
            "changes": [change.revision for change in changes],
            "area": [area.name, area.floor],
            "webhook": webhook.secret.startswith("whsec_"),
        }
    )
)

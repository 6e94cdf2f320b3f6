import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import waymark.ApiClient;
import waymark.api.*;
import waymark.model.*;

/** Uses the client that openapi-generator (java, library native) made of the interface: URL TOKEN WORKSPACE. Prints what it got as JSON. */
public class UseJavaClient {
  private static final String ID = "by openapi-generator java";

  private static ExternalObjectUpdate update(String note) {
    Category loading = new Category().namespace("state").categoryName("loading");
    return new ExternalObjectUpdate()
        .externalId(ID)
        .locationUpdate(new LocationUpdate().newPosition(new NewPosition().lat(53.4).lon(-2.98)))
        .fieldValues(List.of(
            new FieldValue(new NumberFieldValue().type(NumberFieldValue.TypeEnum.NUMBER).field("battery").value(81.5)),
            new FieldValue(new StringFieldValue().type(StringFieldValue.TypeEnum.STRING).field("note").value(note)),
            new FieldValue(new CategoryFieldValue().type(CategoryFieldValue.TypeEnum.CATEGORY).field("state").value(loading))));
  }

  private static Object plain(FieldState state) {
    Object kind = state.getActualInstance();
    if (kind instanceof NumberFieldState) return ((NumberFieldState) kind).getValue();
    if (kind instanceof StringFieldState) return ((StringFieldState) kind).getValue();
    return ((CategoryFieldState) kind).getValue();
  }

  public static void main(String[] arguments) throws Exception {
    String workspace = arguments[2];
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + arguments[1]));

    List<String> statuses = new ArrayList<>();
    String position = null;
    for (String note : new String[] {"text", null}) {
      OperationAnswer answer = new UpdatesApi(client).updateObjects(workspace, List.of(update(note)), null, null, null);
      statuses.add(answer.getResults().get(0).getStatus().getValue());
      position = answer.getOperationId();
    }
    ObjectsApi objects = new ObjectsApi(client);
    ObjectPage page = objects.listObjects(
        workspace, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 2, null, null, null, null);
    Map<String, Object> fields = new LinkedHashMap<>();
    objects.readObject(workspace, ID, position, null, null).getFields().forEach((name, state) -> fields.put(name, plain(state)));

    // The feed comes a moment after the object: go on from each page's cursor, and wait for more.
    List<Object> changes = new ArrayList<>();
    String cursor = "earliest";
    for (int attempt = 0; attempt < 20 && changes.size() < statuses.size(); attempt++) {
      ChangePage polled = new FeedApi(client)
          .pollChanges(workspace, cursor, null, 1, null, null, null, null, null, null, null, null, null, null);
      for (Change change : polled.getChanges()) if (change.getExternalId().equals(ID)) changes.add(change.getRevision());
      cursor = polled.getCursor();
    }

    AreaCircle circle = new AreaCircle().type(AreaCircle.TypeEnum.CIRCLE).center(List.of(-2.98, 53.4)).radius(250.0);
    AreaContent content = new AreaContent().name("North quay").floor(new Floor(2.0)).geometry(new AreaGeometry(circle));
    Area area = new AreasApi(client).createArea(workspace, content, null);
    NewWebhookSettings settings = new NewWebhookSettings()
        .url("https://hooks.example.com/waymark")
        .filter(new WebhookFilter().types(List.of("crane")));
    NewWebhook webhook = new WebhooksApi(client).createWebhook(workspace, settings, null);

    Map<String, Object> done = new LinkedHashMap<>();
    done.put("statuses", statuses);
    done.put("listed", page.getObjects() != null);
    done.put("fields", fields);
    done.put("changes", changes);
    done.put("area", List.of(area.getName(), area.getFloor().getActualInstance()));
    done.put("webhook", webhook.getSecret().startsWith("whsec_"));
    System.out.print(new ObjectMapper().writeValueAsString(done));
  }
}

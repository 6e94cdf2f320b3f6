// Written by `npm run docs:contracts` from the OpenAPI document of the gateway: change that, not this.
/* eslint-disable */
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["enterApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["enterAppFolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/basemap/{hash}/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readBasemapTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/csp-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportPolicyBreach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginSession"];
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/password-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePasswordInSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeUpSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/settings.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["finishOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["startOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeUpOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refreshLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAreas"];
        put?: never;
        post: operations["createArea"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/{areaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readArea"];
        put: operations["replaceArea"];
        post?: never;
        delete: operations["deleteArea"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/{areaId}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importAreas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkspaceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["pollChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDashboards"];
        put?: never;
        post: operations["createDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/dashboards/{dashboardId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDashboard"];
        put: operations["replaceDashboard"];
        post?: never;
        delete: operations["deleteDashboard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listObjects"];
        put?: never;
        post: operations["updateObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readObject"];
        put?: never;
        post?: never;
        delete: operations["eraseObject"];
        options?: never;
        head?: never;
        patch: operations["editObject"];
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["archiveObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportObject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readObjectHold"];
        put: operations["holdObject"];
        post?: never;
        delete: operations["releaseObject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPicture"];
        put: operations["putPicture"];
        post?: never;
        delete: operations["removePicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putField"];
        post?: never;
        delete: operations["removeField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["reviewFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/heatmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHeatmap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/heatmap/tiles/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHeatmapTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHold"];
        put: operations["putHold"];
        post?: never;
        delete: operations["releaseHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeMember"];
        post?: never;
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMemberNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPolls"];
        put?: never;
        post: operations["createPoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPoll"];
        put: operations["replacePoll"];
        post?: never;
        delete: operations["deletePoll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["answerPoll"];
        post?: never;
        delete: operations["withdrawAnswer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closePoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPollResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAccessReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAreasReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTrackingReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsageReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readValuesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readRetention"];
        put: operations["putRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShareLinks"];
        put?: never;
        post: operations["createShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks/{shareLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeShareLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks/{shareLinkId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tiles/{z}/{x}/{y}.mvt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaceTokens"];
        put?: never;
        post: operations["createWorkspaceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeWorkspaceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/usage/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["simulateUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["followView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listViews"];
        put?: never;
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["replaceView"];
        post?: never;
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readVisits"];
        put?: never;
        post: operations["searchVisits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWebhook"];
        put: operations["putWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPerson"];
        put?: never;
        post?: never;
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        patch: operations["changePerson"];
        trace?: never;
    };
    "/operator/people/{personId}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people/{personId}/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putMembership"];
        post?: never;
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/plans/{plan}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putPlan"];
        post?: never;
        delete: operations["removePlan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaces"];
        put?: never;
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkspace"];
        put?: never;
        post?: never;
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch: operations["changeWorkspace"];
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/externalObjects/{externalId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["releaseObjectOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFieldsOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putFieldOf"];
        post?: never;
        delete: operations["removeFieldOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["reviewFieldsOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHoldOf"];
        put: operations["putHoldOf"];
        post?: never;
        delete: operations["releaseHoldOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readRetentionOf"];
        put: operations["putRetentionOf"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suspendWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsageOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            interval: string;
            report: string;
            rows: {
                /** @description Id of the area. */
                area?: string;
                /** @description Claim `sub` of the token. */
                caller?: string;
                /** @description Calls that were let through. */
                calls: number;
                /** @description Null: objects without one. */
                category?: string | null;
                /**
                 * @description Start of the bucket, in the time zone.
                 * @example 2026-11-21T00:00:00+01:00
                 */
                from: string;
                kind?: string;
                namespace?: string | null;
                operation?: string;
                /** @description Of the object that the call named; empty when it named none. */
                type?: string;
            }[];
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        AppSession: {
            apiAccessToken: {
                /**
                 * Format: date-time
                 * @description Refresh before.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                expiresAt: string;
                /** @description For the header Authorization: Bearer. */
                token: string;
            };
            /** @description True: the token is good for changing the password and nothing else. */
            mustChangePassword: boolean;
            person: {
                /** Format: email */
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
                operator: boolean;
                workspaces: {
                    id: string;
                    name: string;
                    /** @enum {string} */
                    role: "viewer" | "editor" | "admin";
                }[];
            };
            /**
             * Format: date-time
             * @description When the refresh token is refused if it was not used; null: there is none.
             * @example 2026-11-21T08:00:00.000Z
             */
            refreshExpiresAt: string | null;
        };
        AppSettings: {
            basemap: {
                maxZoom: number;
                /**
                 * @description Template of the addresses of vector tiles.
                 * @example /app/basemap/0123456789abcdef/{z}/{x}/{y}
                 */
                tiles: string;
            } | null;
            /** @description Whether pages of other origins may show the app in a frame. */
            embedding: boolean;
            signIn: {
                password: boolean;
                /** @description With an OpenID provider, as far as is known. */
                provider: boolean;
            };
            /** @description A style, or raster tiles with whom to name and their closest zoom; null: none is set. */
            streetMap: {
                attribution?: string;
                maxZoom?: number;
                /** @description Address of a MapLibre style. */
                style?: string;
                /** @description Template of the addresses of raster tiles. */
                tiles?: string;
            } | null;
            /** @description Of Waymark. */
            version: string;
        };
        Area: {
            absentSeconds?: number;
            /** Format: uuid */
            areaId: string;
            category?: string;
            confirmSeconds: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            dwellSeconds?: number;
            /** @description Reports of another floor are outside. */
            floor?: string | number;
            /** @description GeoJSON Polygon or MultiPolygon (RFC 7946), outer rings counter-clockwise, longitudes running on beyond 180 where it crosses the antimeridian; or {"type":"Circle","center":[lon,lat],"radius":metres}. */
            geometry: Record<string, never>;
            name: string;
            /** @description Of the change that touched geometry, floor or times last. */
            outlineRevision: number;
            /**
             * Format: date-time
             * @description When that was.
             * @example 2026-11-21T08:00:00.000Z
             */
            outlineUpdatedAt: string;
            /** @description Grows with every change of any area; the ETag holds it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            workspace: string;
        };
        AreaCollection: {
            features: Record<string, never>[];
            type: string;
        };
        AreaContent: {
            absentSeconds?: number;
            category?: string;
            confirmSeconds?: number;
            dwellSeconds?: number;
            floor?: string | number;
            geometry: Record<string, never>;
            name: string;
        };
        AreaImport: {
            areas: {
                /** Format: uuid */
                areaId: string;
                name: string;
                revision: number;
            }[];
            imported: number;
        };
        AreaPage: {
            areas: components["schemas"]["Area"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        AreasReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            interval: string;
            report: string;
            rows: {
                /** @description Id of the area. */
                area?: string;
                /** @description Null: objects without one. */
                category?: string | null;
                /** @description Visits that began. */
                entered: number;
                /**
                 * @description Start of the bucket, in the time zone.
                 * @example 2026-11-21T00:00:00+01:00
                 */
                from: string;
                /** @description Time inside; of visits that go on, until now. */
                insideSeconds: number;
                namespace?: string | null;
                /** @description Empty: objects without a type. */
                type?: string;
            }[];
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        AuditLine: {
            /** @example workspace.create */
            action: string;
            address: string | null;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            detail: Record<string, never> | null;
            id: number;
            requestId: string;
            /** @description Who did it. */
            subject: string;
            /** @example workspace:harbour */
            target: string;
            tokenId: string | null;
            workspace: string | null;
        };
        AuditPage: {
            audit: components["schemas"]["AuditLine"][];
            next: number | null;
        };
        Category: {
            categoryName: string;
            namespace: string;
        };
        Change: {
            /** @description With absent: for how long nothing had been reported from inside. */
            absentSeconds?: number;
            /** @description Of an event of an area, which has no position and no fields: the area. */
            areaId?: string;
            /** @description Of the area by whose outline it was judged. */
            areaRevision?: number;
            /** @description With corrected: what that one had told, such as entered. */
            correctedKind?: string;
            /** @description With corrected: eventId of what is not true any more. */
            corrects?: string;
            /** @description With dwelt: how long the visit had lasted. */
            dwellSeconds?: number;
            /** @description As area.events has it. */
            eventId?: string;
            /** @example forklift-17 */
            externalId: string;
            /** @description The fields that the change reported; with mode=state, all that the object has. */
            fields?: {
                [key: string]: {
                    /**
                     * Format: date-time
                     * @description When the value was true.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    observedAt?: string;
                    /** @enum {string} */
                    type: "String" | "Number" | "Category";
                    value: components["schemas"]["Value"];
                };
            };
            /** @description A report that came late brought it up. */
            late?: boolean;
            /**
             * Format: date-time
             * @description When it was true.
             * @example 2026-11-21T08:00:00.000Z
             */
            observedAt?: string;
            /** @description Only where the change reported one; always there with mode=state, but for an object that was erased. */
            position?: {
                /** @description Metres. */
                accuracy?: number;
                /** @description Metres above sea level. */
                alt?: number;
                floor?: string | number;
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
            };
            /** @description With left, where no report says why: area-changed or area-deleted. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was taken in.
             * @example 2026-11-21T08:00:00.000Z
             */
            receivedAt?: string;
            /** @description Grows by one with every applied change of the object. */
            revision: number;
            /** @description Descriptive values that were set; null clears. */
            set?: Record<string, never>;
            stale?: boolean;
            /** @example waymark.object.updated.v1 */
            type: string;
            /**
             * Format: date-time
             * @description Begin of the visit that it belongs to.
             * @example 2026-11-21T08:00:00.000Z
             */
            visitStartedAt?: string;
        };
        ChangePage: {
            changes: components["schemas"]["Change"][];
            /** @description Where to go on; also on an empty page. */
            cursor: string;
            /** @description True: there is more now; false: wait. */
            more: boolean;
        };
        ContentElement: {
            id: string;
            kind: string;
            label?: string;
            target?: string;
        };
        Dashboard: {
            /** @description At most 30 parameters of reports by name (from, to, group, …), together at most 2,000 characters as JSON: texts, numbers, booleans, lists of texts. */
            filters?: {
                [key: string]: unknown;
            };
            name: string;
            tiles: components["schemas"]["DashboardTile"][];
        };
        DashboardPage: {
            dashboards: components["schemas"]["DashboardSummary"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        DashboardSummary: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Subject of who made it.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            createdBy: string;
            /** Format: uuid */
            id: string;
            /** @example Morning round */
            name: string;
            /** @description Grows with every change; the ETag holds it. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description Subject of who changed it last.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            updatedBy: string;
        };
        DashboardTile: {
            h: number;
            id: string;
            /** @enum {string} */
            kind: "number" | "series" | "bar" | "table" | "map" | "heatmap" | "stale";
            /** @description At most 30 parameters of reports by name (from, to, group, …), together at most 2,000 characters as JSON: texts, numbers, booleans, lists of texts. */
            query: {
                [key: string]: unknown;
            };
            title: string;
            w: number;
            x: number;
            y: number;
        };
        DeadLetterPage: {
            letters: {
                /** @description As text; what is no UTF-8 in it is shown as �. */
                key: string | null;
                /**
                 * @description Its name.
                 * @example commands:12
                 */
                letter: string;
                reason: string;
                /** @description Bytes of the value. */
                size: number;
                source: {
                    offset: number;
                    partition: number;
                    topic: string;
                };
                /**
                 * Format: date-time
                 * @description When it was set aside.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                time: string;
            }[];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        DeadLettersReplayed: {
            /** @description Of those that were asked for. */
            left: number;
            replayed: number;
            source: string;
        };
        Delivery: {
            /** @description The first KB of what the receiver answered. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            attempt: number;
            /** @description In the message. */
            changes: number;
            durationMs: number;
            /** @description Why it was not delivered, in words. */
            error: string | null;
            id: string;
            kind: string;
            /** @description Header webhook-id; the same for every attempt of a message. */
            messageId: string;
            outcome: string;
            /** @description Of the answer; null: there was none. */
            status: number | null;
        };
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        Diagnosis: {
            /**
             * Format: date-time
             * @description When it was looked.
             * @example 2026-11-21T08:00:00.000Z
             */
            checkedAt: string;
            findings: {
                /** @example directory.migrations */
                about: string;
                found: string;
                /** @description What to do about it; null: nothing. */
                remedy: string | null;
                /** @enum {string} */
                state: "fine" | "warning" | "broken";
            }[];
            /** @description The newest that is served. */
            interfaceVersion: string;
            /** @description Of Waymark, as this gateway runs it. */
            version: string;
        };
        ElementResult: {
            error?: {
                code: string;
                detail: string;
                /** @description JSON pointer (RFC 6901) into the body; of something missing: where it should be. */
                pointer?: string;
            };
            externalId: string | null;
            /** @description Place in the array. */
            index: number;
            /** @description Grows by one with every applied change of the object. */
            revision?: number;
            /** @description True: older than what was known; kept as history, the object did not move back. */
            stale?: boolean;
            /** @enum {string} */
            status: "created" | "updated" | "rejected";
            /** @description The element was applied, though a value breaks the definition of its field, which says that this is only worth a warning. Told in the direct answer only, not when the operation is looked up later. */
            warnings?: {
                code: string;
                detail: string;
                pointer: string;
            }[];
        };
        ExternalObject: {
            archived: boolean;
            contentElements?: components["schemas"]["ContentElement"][];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            description?: string;
            /** @description Metres from the place that `near` named; only in such a list. */
            distance?: number;
            /** @example forklift-17 */
            externalId: string;
            fields: {
                [key: string]: {
                    /**
                     * Format: date-time
                     * @description When the value was true.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    observedAt?: string;
                    /** @enum {string} */
                    type: "String" | "Number" | "Category";
                    value: components["schemas"]["Value"];
                };
            };
            icon?: string;
            /**
             * Format: date-time
             * @description The newest observation of its position or of a field; only in a list by age.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastSeen?: string;
            /** @description SHA-256 of its picture, whose bytes are at …/picture. */
            picture?: string;
            position: {
                /** @description Metres. */
                accuracy?: number;
                /** @description Metres above sea level. */
                alt?: number;
                floor?: string | number;
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
                /**
                 * Format: date-time
                 * @description When the object was there.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                observedAt: string;
            };
            /** @description Grows by one with every applied change of the object. */
            revision: number;
            title?: string;
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description At least one of locationUpdate and fieldValues must be there; the first update of an object needs a locationUpdate. */
        ExternalObjectUpdate: {
            /** @example forklift-17 */
            externalId: string;
            fieldValues?: components["schemas"]["FieldValue"][];
            initialExternalObject?: components["schemas"]["InitialExternalObject"];
            locationUpdate?: components["schemas"]["LocationUpdate"];
            /**
             * Format: date-time
             * @description When it was true; the time of receipt when left out. At most 5 minutes in the future.
             * @example 2026-11-21T08:00:00.000Z
             */
            observedAt?: string;
        } | unknown | unknown;
        Field: {
            /** @description Left out: any. */
            categories?: components["schemas"]["FieldCategory"][];
            decimals?: number;
            label?: string;
            max?: number;
            min?: number;
            /**
             * @description As fieldValues name it.
             * @example battery
             */
            name: string;
            /** @description Left out: all. */
            objectTypes?: string[];
            /** @enum {string} */
            onConflict: "warn" | "reject";
            /** @enum {string} */
            review: "proposed" | "approved" | "ignored";
            /** @enum {string} */
            type: "String" | "Number" | "Category";
            unit?: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        FieldCategory: {
            categoryName: string;
            color?: string;
            icon?: string;
            label?: string;
            namespace: string;
        };
        FieldDefinition: {
            categories?: components["schemas"]["FieldCategory"][];
            decimals?: number;
            label?: string;
            max?: number;
            min?: number;
            objectTypes?: string[];
            /** @enum {string} */
            onConflict?: "warn" | "reject";
            /** @enum {string} */
            review?: "proposed" | "approved" | "ignored";
            /** @enum {string} */
            type: "String" | "Number" | "Category";
            unit?: string;
        };
        FieldList: {
            fields: components["schemas"]["Field"][];
        };
        FieldReview: {
            fields: {
                /** @description How many of them broke the approved definition. */
                conflicts: number;
                /** @description About how many values came; a repeated call counts again. */
                count: number;
                definition: components["schemas"]["Field"] | null;
                /**
                 * Format: date-time
                 * @description When it was first sent.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                firstSeen: string;
                /**
                 * Format: date-time
                 * @description When it was last sent.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                lastSeen: string;
                name: string;
                /** @description Some of the values, cut to 64 characters; removed once the field is defined. */
                samples: string[];
                types: {
                    Category: number;
                    Number: number;
                    String: number;
                };
            }[];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description A value null clears the field. */
        FieldValue: {
            /** @example battery */
            field: string;
            /** @enum {string} */
            type: "String";
            value: string | null;
        } | {
            /** @example battery */
            field: string;
            /** @enum {string} */
            type: "Number";
            /** @description Finite; kept as a double, so an integer beyond 2^53 may be rounded: 9007199254740993 becomes 9007199254740992. */
            value: number | null;
        } | {
            /** @example battery */
            field: string;
            /** @enum {string} */
            type: "Category";
            value: components["schemas"]["Category"] | null;
        };
        Fleet: {
            elementsPerCall: number;
            objects: number;
            readsPerHour?: number;
            tokens?: number;
            updatesPerObjectPerHour: number;
        };
        FleetFit: {
            fits: boolean;
            limits: {
                /** @description Null: not limited. */
                allowed: number | null;
                fits: boolean;
                /** @example callsPerMonth */
                limit: string;
                needed: number;
            }[];
            plan: string;
            /** @description The least plan that would fit; null: none. */
            smallestPlan: string | null;
        };
        Heatmap: {
            features: {
                geometry: {
                    coordinates: number[][][];
                    /** @enum {string} */
                    type: "Polygon";
                };
                /** @description H3 index of the cell. */
                id: string;
                properties: {
                    max?: number | null;
                    mean?: number | null;
                    /** @description Different objects. */
                    objects: number;
                    /** @description Reported positions. */
                    observations: number;
                };
                /** @enum {string} */
                type: "Feature";
            }[];
            /** @enum {string} */
            type: "FeatureCollection";
        };
        HistoriesPage: {
            history: components["schemas"]["Change"][];
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
        };
        HistoryPage: {
            history: components["schemas"]["Change"][];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
        };
        Hold: {
            reason: string;
        };
        HoldPage: {
            holds: components["schemas"]["ObjectHold"][];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            ofWorkspace?: {
                /** @description Subject of who put it. */
                by: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description When it was put.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                since: string;
                workspace: string;
            } | null;
        };
        /** @description Used only when this update creates the object. */
        InitialExternalObject: {
            contentElements?: components["schemas"]["ContentElement"][];
            description?: string;
            icon?: string;
            title?: string;
            type?: string;
        };
        JwkSet: {
            keys: {
                /** @enum {string} */
                alg: "ES256";
                /** @enum {string} */
                crv: "P-256";
                kid: string;
                /** @enum {string} */
                kty: "EC";
                /** @enum {string} */
                use: "sig";
                x: string;
                y: string;
            }[];
        };
        KeyCreated: {
            kid: string;
        };
        KeyList: {
            keys: components["schemas"]["SigningKey"][];
        };
        KeyRotation: {
            immediately?: boolean;
        };
        LagReport: {
            consumers: {
                /**
                 * @description A service, by the group that it reads in; `gateway` is the one that answers.
                 * @example object-service
                 */
                consumer: string;
                partitions: {
                    /** @description Records not yet processed, at most a second old. */
                    lag: number;
                    partition: number;
                }[] | null;
                /** @description Not yet processed, of all partitions; null: not known. */
                records: number | null;
                /** @example object.commands */
                topic: string;
            }[];
            /**
             * Format: date-time
             * @description When it was measured.
             * @example 2026-11-21T08:00:00.000Z
             */
            measuredAt: string;
        };
        LetterContent: {
            data: string;
            /** @enum {string} */
            encoding: "utf8" | "base64";
        };
        LimitStanding: {
            /** @description Of the month over all gateways, as of their last reports; of rates what this gateway can let in. */
            left: number;
            /** @description Those that begin with token are of this token alone. */
            limit: string;
            /** @description Calls or elements in the window. */
            quota: number;
            /**
             * Format: date-time
             * @description When the month ends, or the rate is whole again.
             * @example 2026-11-21T08:00:00.000Z
             */
            resetsAt: string;
            used: number;
            windowSeconds: number;
        };
        Liveness: {
            /** @enum {string} */
            status: "live";
        };
        LocationUpdate: {
            /** @description Metres. */
            accuracy?: number;
            floor?: string | number;
            newPosition: {
                /** @description Metres above sea level. */
                alt?: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
            };
        };
        Login: {
            email: string;
            password: string;
        };
        LoginAnswer: {
            apiAccessToken: {
                /**
                 * Format: date-time
                 * @description Refresh before.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                expiresAt: string;
                /** @description For the header Authorization: Bearer. */
                token: string;
            };
            /** @description True: the token is good for changing the password and nothing else. */
            mustChangePassword: boolean;
            person: {
                /** Format: email */
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
                operator: boolean;
                workspaces: {
                    id: string;
                    name: string;
                    /** @enum {string} */
                    role: "viewer" | "editor" | "admin";
                }[];
            };
            /**
             * Format: date-time
             * @description When the refresh token is refused if it was not used; null: there is none.
             * @example 2026-11-21T08:00:00.000Z
             */
            refreshExpiresAt: string | null;
            /** @description Good for one refresh. Null when the password must be changed first. */
            refreshToken: string | null;
        };
        MachineToken: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description To about a minute; null: not used since it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastUsedAt: string | null;
            name: string;
            narrowed: components["schemas"]["Narrowing"] | null;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             * @example 2026-11-21T08:00:00.000Z
             */
            revokedAt: string | null;
            scopes: string[];
            workspaces: string[];
        };
        MadeShareLink: {
            /**
             * Format: date-time
             * @description When it was made, or made anew.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it shows nothing.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             * @example 2026-11-21T08:00:00.000Z
             */
            revokedAt: string | null;
            shows: components["schemas"]["SharedView"];
            /** @description The access token in the link; reads what is shown. */
            token: string;
            /** @description Opens the app with what is shown. Shown this once. */
            url: string;
        };
        Member: {
            /** Format: email */
            email: string;
            /** Format: uuid */
            id: string;
            /** @description As the workspace's admin wrote it, or the operator. */
            name: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "admin";
        };
        MemberNamePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            people: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
        };
        MemberPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            people: components["schemas"]["Member"][];
        };
        Membership: {
            /** @enum {string} */
            role: "viewer" | "editor" | "admin";
        };
        NamedWorkspace: {
            /**
             * @description As the routes take it.
             * @example harbour
             */
            id: string;
            /** @description The present one, whichever was asked for. */
            name: string;
        };
        Narrowing: {
            fields?: string[];
            idPrefix?: string;
            types?: string[];
        };
        NewMachineToken: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description To about a minute; null: not used since it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastUsedAt: string | null;
            name: string;
            narrowed: components["schemas"]["Narrowing"] | null;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             * @example 2026-11-21T08:00:00.000Z
             */
            revokedAt: string | null;
            scopes: string[];
            /** @description The access token. Shown this once: keep it. */
            token: string;
            workspaces: string[];
        };
        NewMember: {
            email: string;
            name?: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "admin";
        };
        NewOperatorToken: {
            expiresInSeconds?: number;
            name: string;
            narrowed?: components["schemas"]["Narrowing"];
            scopes: ("objects:write" | "objects:read" | "feed:read" | "reports:read" | "boards:write" | "areas:write" | "shares:write" | "usage:read" | "webhooks:admin" | "fields:admin" | "objects:erase" | "retention:admin" | "holds:admin" | "audit:read" | "tokens:admin" | "people:admin" | "operator")[];
            workspaces: string[];
        };
        NewPerson: {
            email: string;
            name?: string;
            operator?: boolean;
        };
        NewShareLink: {
            expiresInSeconds?: number;
            name: string;
            shows: components["schemas"]["SharedView"];
        };
        NewToken: {
            expiresInSeconds?: number;
            name: string;
            narrowed?: components["schemas"]["Narrowing"];
            scopes: ("objects:write" | "objects:read" | "feed:read" | "reports:read" | "boards:write" | "areas:write" | "shares:write" | "usage:read" | "webhooks:admin" | "fields:admin" | "objects:erase" | "retention:admin" | "holds:admin" | "audit:read" | "tokens:admin" | "people:admin")[];
        };
        NewWebhook: {
            /** @description Subject of who made, changed or resumed it last: deliveries are paused when that right is gone. */
            answeredForBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Where it stands in the feed: behind all that was delivered. */
            cursor: string;
            description: string;
            enabled: boolean;
            failing: {
                attempts: number;
                lastError: string;
                /**
                 * Format: date-time
                 * @description When it is tried again.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                nextAttemptAt: string;
                /**
                 * Format: date-time
                 * @description When the message failed first.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                since: string;
            } | null;
            filter: components["schemas"]["WebhookFilter"];
            /**
             * Format: date-time
             * @description Until then the secret before this one signs too.
             * @example 2026-11-21T08:00:00.000Z
             */
            formerSecretUntil: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the receiver last took a message.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastDeliveredAt: string | null;
            /** @description Of one message. */
            maxChanges: number;
            /** @enum {string} */
            mode: "events" | "state";
            paused: {
                detail: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description When it was paused.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                since: string;
            } | null;
            /**
             * @description Signs the messages (Standard Webhooks, v1). Shown this once: keep it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /** @description failing: the message under way is tried again; paused: until somebody resumes it; off: not enabled. */
            state: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            /** @example https://hooks.example.com/waymark */
            url: string;
            workspace: string;
        };
        NewWebhookSettings: {
            description?: string;
            enabled?: boolean;
            filter?: components["schemas"]["WebhookFilter"];
            from?: string;
            maxChanges?: number;
            /** @enum {string} */
            mode?: "events" | "state";
            url: string;
        };
        NewWorkspace: {
            id: string;
            name?: string;
            plan?: string;
        };
        /** @description A JSON merge patch (RFC 7396): null clears, what is left out stays. */
        ObjectEdit: {
            contentElements?: components["schemas"]["ContentElement"][] | null;
            description?: string | null;
            fieldValues?: components["schemas"]["FieldValue"][];
            icon?: string | null;
            locationUpdate?: components["schemas"]["LocationUpdate"];
            /**
             * Format: date-time
             * @description When it was true; the time of receipt when left out. At most 5 minutes in the future.
             * @example 2026-11-21T08:00:00.000Z
             */
            observedAt?: string;
            /** @description SHA-256 of a picture that was uploaded for this object and is kept still; PUT …/picture uploads one and sets it. */
            picture?: string | null;
            title?: string | null;
            type?: string | null;
        };
        ObjectHold: {
            /** @description Subject of who put it. */
            by: string;
            /** @example forklift-17 */
            externalId: string;
            reason: string;
            /**
             * Format: date-time
             * @description When it was put.
             * @example 2026-11-21T08:00:00.000Z
             */
            since: string;
        };
        ObjectPage: {
            count?: {
                /** @description There are more than were counted. */
                atLeast: boolean;
                objects: number;
            };
            /** @description With snapshot=true: where the feed goes on from these objects. Drop changes whose revision is not above that of the object. */
            cursor?: string;
            /** @description With q: so much is alike that not all of it was compared; type more. */
            incomplete?: boolean;
            near?: {
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
                /** @description Metres. */
                radius?: number;
            };
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            objects: components["schemas"]["ExternalObject"][];
        };
        OidcToken: {
            code: string;
            verifier: string;
        };
        OpenedDeadLetter: {
            /** @description Of the record, as before it was set aside. */
            headers: {
                [key: string]: {
                    data: string;
                    /** @enum {string} */
                    encoding: "utf8" | "base64";
                };
            };
            /** @description As text; what is no UTF-8 in it is shown as �. */
            key: string | null;
            /**
             * @description Its name.
             * @example commands:12
             */
            letter: string;
            reason: string;
            /** @description Bytes of the value. */
            size: number;
            source: {
                offset: number;
                partition: number;
                topic: string;
            };
            /**
             * Format: date-time
             * @description When it was set aside.
             * @example 2026-11-21T08:00:00.000Z
             */
            time: string;
            value: components["schemas"]["LetterContent"] | null;
        };
        OperationAnswer: {
            /** @description Null when every element was refused: nothing was taken in, so there is nothing to look up. */
            operationId: string | null;
            /** @description In the order of the array. */
            results: components["schemas"]["ElementResult"][];
        };
        OperationPending: {
            operationId: string;
            /** @enum {string} */
            status: "pending";
        };
        PasswordChange: {
            newPassword: string;
            oldPassword: string;
        };
        PasswordLink: {
            /**
             * Format: date-time
             * @description From then on it is refused.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            /** @description For POST /auth/password/reset. Shown this once. */
            secret: string;
        };
        PasswordReset: {
            newPassword: string;
            secret: string;
        };
        Person: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** Format: email */
            email: string;
            hasPassword: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null: never.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastLoginAt: string | null;
            mustChangePassword: boolean;
            name: string;
            operator: boolean;
            /** @enum {string} */
            status: "active" | "disabled";
            /**
             * @description Claim `sub` of the tokens.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            subject: string;
            workspaces: {
                id: string;
                name: string;
                /** @enum {string} */
                role: "viewer" | "editor" | "admin";
            }[];
        };
        PersonChange: {
            email?: string;
            name?: string;
            operator?: boolean;
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        PersonPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            people: components["schemas"]["Person"][];
        };
        Plan: {
            limits: components["schemas"]["PlanLimitsInForce"];
            name: string;
        };
        PlanLimits: {
            bodyBytes?: number | null;
            burstSeconds?: number;
            callsPerMonth?: number | null;
            callsPerSecond?: number | null;
            elementsPerCall?: number | null;
            elementsPerSecond?: number | null;
            historyDays?: number | null;
            /** @enum {string} */
            lane?: "standard" | "backlog";
            tokenCallsPerSecond?: number | null;
            tokenElementsPerSecond?: number | null;
            webhooks?: number | null;
        };
        PlanLimitsInForce: {
            /** @description Bytes of a body. Null: not limited. */
            bodyBytes: number | null;
            /** @description A bucket holds so many seconds of its rate. */
            burstSeconds: number;
            /** @description Calls a calendar month (UTC). Null: not limited. */
            callsPerMonth: number | null;
            /** @description Of the workspace. Null: not limited. */
            callsPerSecond: number | null;
            /** @description Elements in one array. Null: not limited. */
            elementsPerCall: number | null;
            /** @description Of the workspace. Null: not limited. */
            elementsPerSecond: number | null;
            /** @description How long the history is kept. Null: not limited. */
            historyDays: number | null;
            /** @enum {string} */
            lane: "standard" | "backlog";
            /** @description Of each token. Null: not limited. */
            tokenCallsPerSecond: number | null;
            /** @description Of each token. Null: not limited. */
            tokenElementsPerSecond: number | null;
            /** @description Webhooks of the workspace. Null: not limited. */
            webhooks: number | null;
        };
        PlanList: {
            plans: components["schemas"]["Plan"][];
        };
        Poll: {
            anonymous?: boolean;
            audience?: components["schemas"]["PollAudience"];
            /** Format: date-time */
            closesAt?: string;
            description?: string;
            multiple?: number;
            options: components["schemas"]["PollOption"][];
            question: string;
            /** @enum {string} */
            results?: "always" | "afterAnswer" | "afterClose";
        };
        PollAnswer: {
            options: string[];
        };
        PollAnswerGiven: {
            /** @description In the order of the poll. */
            options: string[];
        };
        PollAudience: {
            /** @enum {string} */
            kind: "workspace" | "roles" | "people";
            people?: string[];
            roles?: ("viewer" | "editor" | "admin")[];
        };
        PollOption: {
            id?: string;
            text: string;
        };
        PollPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            polls: components["schemas"]["ShownPoll"][];
        };
        PollResults: {
            /** @description Who chose what, in no order; person null: has left the workspace since. Only for who may write polls, and not of anonymous ones. */
            answers?: {
                options: string[];
                person: {
                    /** Format: uuid */
                    id: string;
                    /** @example Ada */
                    name: string;
                } | null;
            }[];
            /** @description Ids of what the caller has chosen; empty: nothing, or it is not known any more (an anonymous poll that is closed). */
            mine: string[];
            /** @description What the next page goes on from; null on the last page. */
            next?: string | null;
            options: {
                /**
                 * @description How many have chosen it.
                 * @example 7
                 */
                count: number;
                /**
                 * Format: uuid
                 * @example 5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
                 */
                id: string;
                /** @example North quay */
                text: string;
            }[];
            /**
             * @description How many have answered.
             * @example 12
             */
            total: number;
        };
        PositionsPage: {
            /**
             * Format: date-time
             * @description The instant.
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            positions: components["schemas"]["PositionThen"][];
        };
        PositionThen: {
            /** @description Metres. */
            accuracy?: number;
            /** @description How old that observation was at the instant. */
            ageSeconds: number;
            /** @description Metres above sea level. */
            alt?: number;
            /** @example forklift-17 */
            externalId: string;
            floor?: string | number;
            /**
             * @description Degrees, WGS 84.
             * @example 53.4
             */
            lat: number;
            /**
             * @description Degrees, WGS 84.
             * @example -2.98
             */
            lon: number;
            /**
             * Format: date-time
             * @description When it was there.
             * @example 2026-11-21T08:00:00.000Z
             */
            observedAt: string;
            /** @description Of the object, as it is now. */
            type?: string;
        };
        PresenceGap: {
            detail: string;
            /**
             * Format: date-time
             * @description What was received before may be missing: only after an upgrade, until the history from before it was gone through.
             * @example 2026-11-21T08:00:00.000Z
             */
            receivedBefore: string;
        };
        Problem: {
            detail?: string;
            errors?: {
                detail: string;
                /** @description JSON pointer (RFC 6901) into the body, or the name of a header or parameter. */
                pointer: string;
            }[];
            requestId: string;
            status: number;
            title: string;
            /** @example urn:waymark:problem:not-found */
            type: string;
        };
        Readiness: {
            /** @description What was looked at. */
            checks: string[];
            /** @enum {string} */
            status: "ready";
        };
        Rebuild: {
            /** @description True: it only compares. */
            check: boolean;
            /** @description Rows that were not the same; at most 1,000 of each table are counted. Null before they were compared. */
            differences: number | null;
            /**
             * Format: date-time
             * @description When it ended.
             * @example 2026-11-21T08:00:00.000Z
             */
            endedAt: string | null;
            id: string;
            /** @description What it said last. */
            says: string;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-11-21T08:00:00.000Z
             */
            startedAt: string;
            /** @description What became of it; `interrupted`: its process is gone. */
            status: string;
        };
        RebuildList: {
            rebuilds: components["schemas"]["Rebuild"][];
        };
        Refresh: {
            refreshToken: string;
        };
        Retention: {
            eraseAfterDays?: number;
            historyDays?: number;
            types?: components["schemas"]["TypeRetention"][];
        };
        SavedView: {
            name: string;
            shared?: boolean;
            state: string;
        };
        SharedView: {
            bbox?: number[];
            fields?: string[];
            ids?: string[];
            types?: string[];
        };
        ShareLink: {
            /**
             * Format: date-time
             * @description When it was made, or made anew.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it shows nothing.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             * @example 2026-11-21T08:00:00.000Z
             */
            revokedAt: string | null;
            shows: components["schemas"]["SharedView"];
        };
        ShareLinkPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            shareLinks: components["schemas"]["ShareLink"][];
        };
        ShownDashboard: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Subject of who made it.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            createdBy: string;
            /**
             * @description Parameters of a report by name.
             * @example {
             *       "interval": "day",
             *       "by": [
             *         "type"
             *       ]
             *     }
             */
            filters: {
                [key: string]: string | number | boolean | string[];
            };
            /** Format: uuid */
            id: string;
            /** @example Morning round */
            name: string;
            /** @description Grows with every change; the ETag holds it. */
            revision: number;
            tiles: {
                /** @description Rows. */
                h: number;
                /** @example load */
                id: string;
                kind: string;
                /**
                 * @description Parameters of a report by name.
                 * @example {
                 *       "interval": "day",
                 *       "by": [
                 *         "type"
                 *       ]
                 *     }
                 */
                query: {
                    [key: string]: string | number | boolean | string[];
                };
                /** @example Load by day */
                title: string;
                /** @description Columns. */
                w: number;
                /** @description Column of 12. */
                x: number;
                /** @description Row. */
                y: number;
            }[];
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description Subject of who changed it last.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            updatedBy: string;
            /** @example harbour */
            workspace: string;
        };
        ShownPoll: {
            /** @description True: nobody is told who chose what. */
            anonymous: boolean;
            audience: {
                kind: string;
                people?: string[];
                roles?: ("viewer" | "editor" | "admin")[];
            };
            /**
             * Format: date-time
             * @description When it was closed; null: it is open.
             * @example 2026-11-21T08:00:00.000Z
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description From then on it takes no answers; null: until somebody closes it.
             * @example 2026-11-21T08:00:00.000Z
             */
            closesAt: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Subject of who made it.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            createdBy: string;
            description: string | null;
            /** Format: uuid */
            id: string;
            /** @description Whether the caller may answer now. */
            mayAnswer: boolean;
            /** @description Ids of what the caller has chosen; empty: nothing, or it is not known any more (an anonymous poll that is closed). */
            mine: string[];
            /**
             * @description How many may be chosen.
             * @example 1
             */
            multiple: number;
            options: {
                /**
                 * Format: uuid
                 * @example 5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
                 */
                id: string;
                /** @example North quay */
                text: string;
            }[];
            /** @example Where shall the new crane stand? */
            question: string;
            /** @description When the results are shown. */
            results: string;
            /** @description Grows with every change; the ETag holds it. */
            revision: number;
            /** @enum {string} */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description When it was changed last; answers do not change it.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            /** @example harbour */
            workspace: string;
        };
        ShownRetention: {
            /** @description Objects of which nothing has changed for so many days are erased. */
            eraseAfterDays?: number;
            /** @description Days of history that are kept. */
            historyDays?: number;
            /** @description Days that the plan keeps; null: as long as the installation. */
            planHistoryDays: number | null;
            /** @description By type of object; what a line leaves out is as for all. */
            types: {
                /** @description Objects of which nothing has changed for so many days are erased. */
                eraseAfterDays?: number;
                /** @description Days of history that are kept. */
                historyDays?: number;
                type: string;
            }[];
            workspace: string;
        };
        ShownView: {
            /**
             * Format: date-time
             * @description When it was saved.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** @example Quay at night */
            name: string;
            /** @description The caller saved it. */
            own: boolean;
            /**
             * @description Subject of its owner; null: has left the workspace since.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            savedBy: string | null;
            /** @description False: nobody but its owner sees it. */
            shared: boolean;
            /**
             * @description Fragment of the app's address.
             * @example at=53.4,-2.98,14&type=crane
             */
            state: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
        };
        ShownViewPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            views: components["schemas"]["ShownView"][];
        };
        SigningKey: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            kid: string;
            /**
             * Format: date-time
             * @description When the last token that it signed expires.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastExpiry: string;
            /**
             * Format: date-time
             * @description From then on it signs.
             * @example 2026-11-21T08:00:00.000Z
             */
            signsFrom: string;
            /** @enum {string} */
            state: "next" | "signing" | "previous";
        };
        TestDelivery: {
            /** @description The first KB of what the receiver answered. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            attempt: number;
            /** @description In the message. */
            changes: number;
            durationMs: number;
            /** @description Why it was not delivered, in words. */
            error: string | null;
            kind: string;
            /** @description Header webhook-id; the same for every attempt of a message. */
            messageId: string;
            outcome: string;
            /** @description Of the answer; null: there was none. */
            status: number | null;
        };
        TokenHolder: {
            /**
             * Format: date-time
             * @description When the account was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt?: string;
            /** Format: email */
            email?: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             * @example 2026-11-21T08:00:00.000Z
             */
            expiresAt: string;
            hasPassword?: boolean;
            /**
             * Format: uuid
             * @description Of a person, as all below.
             */
            id?: string;
            /**
             * Format: date-time
             * @description When the token was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            issuedAt: string;
            /**
             * @description Of whom the token is; `foreign`: another issuer made it.
             * @enum {string}
             */
            kind: "machine" | "person" | "share-link" | "foreign";
            /**
             * Format: date-time
             * @description Null: never.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastLoginAt?: string | null;
            mustChangePassword?: boolean;
            name?: string;
            narrowing: components["schemas"]["Narrowing"] | null;
            operator: boolean;
            /** @description All that it allows anywhere. */
            scopes: string[];
            /** @enum {string} */
            status?: "active" | "disabled";
            /**
             * @description Claim `sub` of the token.
             * @example token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            subject: string;
            /** @description Claim `jti`, by which it is revoked. */
            tokenId: string;
            workspaces: {
                /** @description The `groupID` of addresses. */
                id: string;
                /** @description Not told to share links. */
                name?: string;
                /** @enum {string} */
                role?: "viewer" | "editor" | "admin";
                scopes: string[];
            }[];
        };
        TokenPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            tokens: components["schemas"]["MachineToken"][];
        };
        TrackingReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            interval: string;
            report: string;
            rows: {
                /** @description Id of the area. */
                area?: string;
                /** @description Claim `sub` of the token. */
                caller?: string;
                /** @description Null: objects without one. */
                category?: string | null;
                /** @description Of those, first ones of an object. */
                created?: number;
                /** @description Great-circle distance between consecutive positions. */
                distanceMetres?: number;
                /**
                 * @description Start of the bucket, in the time zone.
                 * @example 2026-11-21T00:00:00+01:00
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description Newest observation.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                lastSeenAt?: string | null;
                /** @description Time on the way. */
                movingSeconds?: number;
                namespace?: string | null;
                /** @description Objects that were seen. Only for buckets of at most a day. */
                objects?: number;
                /** @description Of those, reports that were older than what was known. */
                stale?: number;
                /** @description Time within 100 m of where an object had come to rest. */
                stillSeconds?: number;
                /** @description Times that an object had been still for five minutes, by when it came to rest. */
                stops?: number;
                /** @description Empty: objects without a type. */
                type?: string;
                /** @description Changes that were applied. */
                updates: number;
                /** @description Moving, of moving and still; null: nothing was observed. */
                utilisation?: number | null;
            }[];
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        TrackSegment: {
            /** @description Of a trip from report to report, of a gap straight. */
            distanceMetres?: number;
            durationSeconds: number;
            end?: {
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
            };
            /**
             * Format: date-time
             * @description Its first report.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            /** @enum {string} */
            kind: "trip" | "stop" | "gap";
            /** @description Of a stop: where it began. */
            lat?: number;
            /** @description Of a stop. */
            lon?: number;
            /** @description Of a trip, between two reports that are a second apart or more. */
            maxSpeedMetresPerSecond?: number | null;
            positions?: number;
            /** @description Of a stop: in silences that are longer than gaps. */
            silentSeconds?: number;
            start?: {
                /**
                 * @description Degrees, WGS 84.
                 * @example 53.4
                 */
                lat: number;
                /**
                 * @description Degrees, WGS 84.
                 * @example -2.98
                 */
                lon: number;
            };
            /**
             * Format: date-time
             * @description Its last report.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        TripsAnswer: {
            dwellRadius?: number;
            dwellSeconds?: number;
            /** @example forklift-17 */
            externalId: string;
            /**
             * Format: date-time
             * @description As asked for.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            gapSeconds?: number;
            /** @description True: ask again from the end of the last segment. */
            more: boolean;
            /** @description In order, without a hole between them. */
            segments: components["schemas"]["TrackSegment"][];
            /**
             * Format: date-time
             * @description As asked for.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
            totals: {
                distanceMetres: number;
                gapSeconds: number;
                positions: number;
                stopSeconds: number;
                tripSeconds: number;
            };
        };
        TypeList: {
            /** @description There are more types than this; of a token that is narrowed to a place or to ids: or more objects than were looked at, 10,000. */
            more: boolean;
            types: {
                /** @description Objects of the type. */
                count: number;
                type: string;
            }[];
        };
        TypeRetention: {
            eraseAfterDays?: number;
            historyDays?: number;
            type: string;
        };
        Usage: {
            calls: {
                /** @description Of what is left: with a gateway already, to be let in without asking. */
                leased: number;
                /** @description Null: not limited. */
                left: number | null;
                /** @description Null: not limited. */
                limit: number | null;
                /** @description Counted as used because a gateway was lost that may have let them in. */
                unaccounted: number;
                /** @description Calls that were let in, as far as gateways have told (once a second), with those unaccounted. */
                used: number;
            };
            /** @description Elements of calls that were let in. */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /**
             * @description Calendar month (UTC).
             * @example 2026-11
             */
            month: string;
            plan: string;
            rates: {
                /** @description Average of about the last minute. */
                callsPerSecond: number;
                /** @description Average of about the last minute. */
                elementsPerSecond: number;
            };
            /**
             * Format: date-time
             * @description When the next month begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            resetsAt: string;
            workspace: string;
        };
        UsageAndLimits: {
            calls: {
                /** @description Of what is left: with a gateway already, to be let in without asking. */
                leased: number;
                /** @description Null: not limited. */
                left: number | null;
                /** @description Null: not limited. */
                limit: number | null;
                /** @description Counted as used because a gateway was lost that may have let them in. */
                unaccounted: number;
                /** @description Calls that were let in, as far as gateways have told (once a second), with those unaccounted. */
                used: number;
            };
            /** @description Elements of calls that were let in. */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /**
             * @description Calendar month (UTC).
             * @example 2026-11
             */
            month: string;
            plan: string;
            rates: {
                /** @description Average of about the last minute. */
                callsPerSecond: number;
                /** @description Average of about the last minute. */
                elementsPerSecond: number;
            };
            /**
             * Format: date-time
             * @description When the next month begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            resetsAt: string;
            /** @description How each limit stands for this token, as the headers RateLimit and refusals of this gateway say it; empty for a month that is over. */
            standing: components["schemas"]["LimitStanding"][];
            /** @description By calls, most first: all of the workspace with the scope tokens:admin or operator, else this token's own. Told about every 5 seconds. */
            tokens: components["schemas"]["UsageOfToken"][];
            workspace: string;
        };
        UsageByToken: {
            calls: {
                /** @description Of what is left: with a gateway already, to be let in without asking. */
                leased: number;
                /** @description Null: not limited. */
                left: number | null;
                /** @description Null: not limited. */
                limit: number | null;
                /** @description Counted as used because a gateway was lost that may have let them in. */
                unaccounted: number;
                /** @description Calls that were let in, as far as gateways have told (once a second), with those unaccounted. */
                used: number;
            };
            /** @description Elements of calls that were let in. */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /**
             * @description Calendar month (UTC).
             * @example 2026-11
             */
            month: string;
            plan: string;
            rates: {
                /** @description Average of about the last minute. */
                callsPerSecond: number;
                /** @description Average of about the last minute. */
                elementsPerSecond: number;
            };
            /**
             * Format: date-time
             * @description When the next month begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            resetsAt: string;
            /** @description By calls, most first: all of the workspace with the scope tokens:admin or operator, else this token's own. Told about every 5 seconds. */
            tokens: components["schemas"]["UsageOfToken"][];
            workspace: string;
        };
        UsageOfToken: {
            /** @description Calls that were let in. */
            calls: number;
            /** @description Elements of those calls. */
            elements: number;
            /** @description Of the machine token, the person or the share link; of a foreign token its subject. */
            id: string;
            /** @description Whose token; a person's access tokens count together. */
            kind: string;
            /** @description Null: it has none, or is gone. */
            name: string | null;
            /** @description Calls that a limit of the plan has refused. */
            refused: number;
        };
        UsagePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            usage: components["schemas"]["Usage"][];
        };
        UsageReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            interval: string;
            report: string;
            rows: {
                /** @description Claim `sub` of the token. */
                caller?: string;
                /** @description Calls of those who were let in. */
                calls?: number;
                /** @description Null: objects without one. */
                category?: string | null;
                /** @description Of those, first ones of an object. */
                created?: number;
                /** @description Changes that were applied. */
                elements?: number;
                /** @description Answered with 5xx. */
                failed?: number;
                /**
                 * @description Start of the bucket, in the time zone.
                 * @example 2026-11-21T00:00:00+01:00
                 */
                from: string;
                namespace?: string | null;
                /** @description operationId of this document. */
                operation?: string;
                /** @description Answered with 4xx, or given up by the client. */
                refused?: number;
                /** @description Of those, reports that were older than what was known. */
                stale?: number;
                /** @description Answered below 400. */
                succeeded?: number;
                /** @description Empty: objects without a type. */
                type?: string;
            }[];
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        Value: (string | null) | number | components["schemas"]["Category"];
        ValuesReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            interval: string;
            report: string;
            rows: {
                /** @description Null: objects without one. */
                category?: string | null;
                /** @description Reported values. */
                count: number;
                /**
                 * @description Start of the bucket, in the time zone.
                 * @example 2026-11-21T00:00:00+01:00
                 */
                from: string;
                least: number;
                mean: number | null;
                most: number;
                namespace?: string | null;
                /** @description Name of the field. */
                number: string;
                /** @description Empty: objects without a type. */
                type?: string;
            }[];
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
        };
        Visit: {
            /**
             * Format: date-time
             * @description By the first report from inside.
             * @example 2026-11-21T08:00:00.000Z
             */
            enteredAt: string;
            /** @description True: what is kept begins inside, so it may have entered earlier. */
            enteredBefore?: boolean;
            /**
             * Format: date-time
             * @description By the first report from outside; null: it was still there at the end.
             * @example 2026-11-21T08:00:00.000Z
             */
            leftAt: string | null;
        };
        Visitor: {
            /** @example forklift-17 */
            externalId: string;
            /** @description Of the object, as it is now. */
            type?: string;
            visits: components["schemas"]["Visit"][];
        };
        VisitPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            visits: {
                /**
                 * Format: date-time
                 * @description When, the first time, for as long as the area asks nothing had been reported from inside; null: that is not so.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                absentAt: string | null;
                /** @description By whose outline it was judged. */
                areaRevision: number;
                /**
                 * Format: date-time
                 * @description When it had lasted as long as the area asks; null: it has not.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                dweltAt: string | null;
                /**
                 * Format: date-time
                 * @description Of the first report from outside; null: it goes on.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                endedAt: string | null;
                externalId: string;
                /**
                 * Format: date-time
                 * @description Of the first report from inside.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                startedAt: string;
            }[];
        };
        VisitsPage: {
            /**
             * Format: date-time
             * @description As asked for.
             * @example 2026-11-21T08:00:00.000Z
             */
            from: string;
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            /**
             * Format: date-time
             * @description As asked for, or when it was asked.
             * @example 2026-11-21T08:00:00.000Z
             */
            to: string;
            visitors: components["schemas"]["Visitor"][];
        };
        VisitsQuestion: {
            /** @description Reports of another floor are outside. */
            floor?: string | number;
            /** @description A GeoJSON Polygon or MultiPolygon (RFC 7946), or `{"type": "Circle", "center": [lon, lat], "radius": metres}`. */
            geometry: Record<string, never>;
        };
        Webhook: {
            /** @description Subject of who made, changed or resumed it last: deliveries are paused when that right is gone. */
            answeredForBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Where it stands in the feed: behind all that was delivered. */
            cursor: string;
            description: string;
            enabled: boolean;
            failing: {
                attempts: number;
                lastError: string;
                /**
                 * Format: date-time
                 * @description When it is tried again.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                nextAttemptAt: string;
                /**
                 * Format: date-time
                 * @description When the message failed first.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                since: string;
            } | null;
            filter: components["schemas"]["WebhookFilter"];
            /**
             * Format: date-time
             * @description Until then the secret before this one signs too.
             * @example 2026-11-21T08:00:00.000Z
             */
            formerSecretUntil: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the receiver last took a message.
             * @example 2026-11-21T08:00:00.000Z
             */
            lastDeliveredAt: string | null;
            /** @description Of one message. */
            maxChanges: number;
            /** @enum {string} */
            mode: "events" | "state";
            paused: {
                detail: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description When it was paused.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                since: string;
            } | null;
            /** @description failing: the message under way is tried again; paused: until somebody resumes it; off: not enabled. */
            state: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-21T08:00:00.000Z
             */
            updatedAt: string;
            /** @example https://hooks.example.com/waymark */
            url: string;
            workspace: string;
        };
        WebhookFilter: {
            areas?: string[];
            bbox?: number[];
            fields?: string[];
            idPrefix?: string;
            ids?: string[];
            kinds?: string[];
            types?: string[];
        };
        WebhookPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookReplay: {
            from: string;
        };
        WebhookSettings: {
            description?: string;
            enabled?: boolean;
            filter?: components["schemas"]["WebhookFilter"];
            maxChanges?: number;
            /** @enum {string} */
            mode?: "events" | "state";
            url: string;
        };
        Workspace: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T08:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until then it can be brought back; only while it is being deleted.
             * @example 2026-11-21T08:00:00.000Z
             */
            deleteAfter?: string;
            /** @description Go on resolving. */
            formerNames: string[];
            /**
             * @description Alphanumeric; never changes and is never used again.
             * @example harbour
             */
            id: string;
            /** @description Unique among present and former names. */
            name: string;
            plan: string;
            /** @enum {string} */
            status: "active" | "suspended" | "deleting";
        };
        WorkspaceAuditLine: {
            /**
             * @description Begins with the kind.
             * @example token.revoke
             */
            action: string;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            /** @description What was decided, by action; never a secret. */
            detail: {
                [key: string]: unknown;
            } | null;
            id: number;
            /** @description Of who did it; null: does not belong to the workspace, or is gone. */
            name: string | null;
            requestId: string;
            /**
             * @description Who did it.
             * @example person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            subject: string;
            /**
             * @description What it was done to.
             * @example token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d
             */
            target: string;
            /** @description Of the target, as it is called now; null: it has no name, or is gone. */
            targetName: string | null;
        };
        WorkspaceAuditPage: {
            audit: components["schemas"]["WorkspaceAuditLine"][];
            /** @description What the next page goes on from (`before`); null on the last page. */
            next: number | null;
        };
        WorkspaceChange: {
            name?: string;
            plan?: string;
        };
        WorkspaceHold: {
            /** @description Subject of who put it. */
            by: string;
            /** @description True: only an operator releases it. */
            byOperator: boolean;
            reason: string;
            /**
             * Format: date-time
             * @description When it was put.
             * @example 2026-11-21T08:00:00.000Z
             */
            since: string;
            workspace: string;
        };
        WorkspacePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            workspaces: components["schemas"]["Workspace"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    enterApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    enterAppFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    readApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    readAppFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readAppAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readBasemapTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: string;
                x: string;
                y: string;
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportPolicyBreach: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/csp-report": Record<string, never>;
                "application/reports+json": Record<string, never>[];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    beginSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePasswordInSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    takeUpSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readAppSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenHolder"];
                };
            };
        };
    };
    finishOidc: {
        parameters: {
            query?: {
                /** @description From the provider. */
                code?: string;
                /** @description From the provider. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    startOidc: {
        parameters: {
            query?: {
                /** @description SHA-256 of a verifier of your own in base64url (RFC 7636, S256). */
                challenge?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    takeUpOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refreshLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    listAreas: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description west,south,east,north in degrees: areas whose box touches it. */
                bbox?: string;
                /** @description Only areas of this category. */
                category?: string;
                /** @description 1…1000; 100 when left out. */
                limit?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaPage"];
                };
            };
        };
    };
    createArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaContent"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    readArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    replaceArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaContent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    deleteArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listVisits: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description Only visits that had not ended before; RFC 3339. */
                from?: string;
                /** @description 1…1000; 100 when left out. */
                limit?: string;
                /** @description Only visits that had begun before; RFC 3339. */
                to?: string;
            };
            header?: never;
            path: {
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitPage"];
                };
            };
        };
    };
    importAreas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaCollection"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaImport"];
                };
            };
        };
    };
    readWorkspaceAudit: {
        parameters: {
            query?: {
                /** @description Only what this subject did, such as `person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d`. */
                actor?: string;
                /** @description The value `next` of the page before. */
                before?: string;
                /** @description Only lines of this kind: `workspace`, `membership`, `token`, `share-link`, `field`, `retention`, `hold`, `poll`, `poll-answer`, `dashboard`, `view`. */
                kind?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAuditPage"];
                };
            };
        };
    };
    pollChanges: {
        parameters: {
            query?: {
                /** @description Only what is told of these areas (mode=events); without `kind` all of it. Give it several times for several. */
                area?: string[];
                /** @description Only what happens inside: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description `earliest`, `latest`, the cursor of the page before, or that of a snapshot. */
                cursor?: string;
                /** @description Only changes that report one of these fields (mode=events). Give it several times for several. */
                field?: string[];
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description Only objects whose ids begin so. */
                idPrefix?: string;
                /** @description Only changes of these kinds (mode=events). What is told of areas comes only to who asks for it, by its kinds or by `area`. Give it several times for several. */
                kind?: ("created" | "updated" | "edited" | "archived" | "restored" | "held" | "released" | "erased" | "area.entered" | "area.left" | "area.dwelt" | "area.absent" | "area.corrected")[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description `events`: every applied change; `state`: the newest state of each object that changed. */
                mode?: "events" | "state";
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
                /** @description Seconds to wait when there is nothing new. */
                wait?: number;
            };
            header?: {
                /** @description Of a stream: the id of the last event that was taken; counts more than `cursor`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                    "text/event-stream": string;
                };
            };
        };
    };
    listDashboards: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPage"];
                };
            };
        };
    };
    createDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dashboard"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    readDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    replaceDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dashboard"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    deleteDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listObjects: {
        parameters: {
            query?: {
                /** @description Whether archived objects are left out, there as well, or all that is listed. */
                archived?: "exclude" | "include" | "only";
                /** @description With snapshot: the cursor is of a feed of these areas. Give it several times for several. */
                area?: string[];
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Of a list by age: the answer says how many there are on all pages, up to 10,000. */
                count?: boolean;
                /** @description Only objects whose field meets this condition. Give it several times for several. */
                field?: string[];
                /** @description The same as archived=include. */
                includeArchived?: boolean;
                /** @description With snapshot: the cursor is of a feed with these kinds. Give it several times for several. */
                kind?: ("created" | "updated" | "edited" | "archived" | "restored" | "held" | "released" | "erased" | "area.entered" | "area.left" | "area.dwelt" | "area.absent" | "area.corrected")[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description `lat,lon` in degrees: nearest first, each with its `distance` in metres along a great circle. */
                near?: string;
                /** @description `lastSeen`: who was not heard of for longest first; `-lastSeen`: last. */
                order?: "externalId" | "lastSeen" | "-lastSeen";
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Objects of which the id, the title or a value of a String or Category field begins so, without regard to case and accents; behind them what is like it (from 3 characters, where the database has pg_trgm). */
                q?: string;
                /** @description Metres; only objects so near. Needed where near goes with q or field. */
                radius?: number;
                /** @description Only objects that were last heard of before this time; without `order` the longest ago first. */
                seenBefore?: string;
                /** @description Each page carries the same `cursor`: the feed (with the same type and bbox) from there on has all that happened since the first page was read. */
                snapshot?: boolean;
                /** @description Only objects of this type. */
                type?: string;
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectPage"];
                };
            };
        };
    };
    updateObjects: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`, `wait=N` (seconds, default 5, at most 30), `handling=strict` (one invalid element refuses the whole call). */
                Prefer?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "externalId": "forklift-17",
                 *         "locationUpdate": {
                 *           "newPosition": {
                 *             "lat": 53.4,
                 *             "lon": -2.98
                 *           }
                 *         },
                 *         "fieldValues": [
                 *           {
                 *             "type": "Number",
                 *             "field": "battery",
                 *             "value": 81.5
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ExternalObjectUpdate"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationPending"];
                };
            };
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
        };
    };
    readObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalObject"];
                };
            };
        };
    };
    eraseObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    editObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObjectEdit"];
                "application/merge-patch+json": components["schemas"]["ObjectEdit"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    archiveObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    exportObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: {
                /** @description Instead of Accept: json are pages, the others exports. */
                format?: "json" | "csv" | "geojson" | "gpx" | "ndjson";
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Of GeoJSON and GPX: a silence that is longer interrupts the line. */
                gapSeconds?: number;
                /** @description Of GeoJSON. */
                geometry?: "points" | "lines";
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description By the time of observation; of pages. */
                order?: "newest" | "oldest";
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Of GeoJSON and GPX: leave out positions that lie no farther than so many metres from the line that remains. */
                simplify?: number;
                /** @description Only what was observed before this time. */
                to?: string;
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/geo+json": Record<string, never>;
                    "application/gpx+xml": string;
                    "application/json": components["schemas"]["HistoryPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    readObjectHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectHold"];
                };
            };
        };
    };
    holdObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    releaseObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    readPicture: {
        parameters: {
            query?: {
                /** @description SHA-256 of the picture, as `picture` of the object has it: the answer may then be kept for a day. 404 when the object has another one. */
                v?: string;
            };
            header?: {
                /** @description ETag of the picture that the caller has. */
                "If-None-Match"?: string;
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
        };
    };
    putPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    removePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    restoreObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    readTrips: {
        parameters: {
            query?: {
                /** @description Metres. */
                dwellRadius?: number;
                /** @description Seconds. */
                dwellSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Seconds. */
                gapSeconds?: number;
                /** @description Only what was observed before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripsAnswer"];
                };
            };
        };
    };
    listFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    putField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldDefinition"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
        };
    };
    removeField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reviewFields: {
        parameters: {
            query?: {
                /** @description The last name of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldReview"];
                };
            };
        };
    };
    readHeatmap: {
        parameters: {
            query?: {
                /** @description What is asked for; `mean` and `max` leave out cells in which `number` was not reported. */
                aggregate?: "objects" | "observations" | "mean" | "max";
                /** @description Only cells whose centres are inside: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description A whole hour of UTC; 24 hours before `to` when left out. */
                from?: string;
                /** @description Cells with fewer objects are not shown; an operator may have set a higher bound. */
                minObjects?: number;
                /** @description With `mean` and `max`: a field of the kind Number with an approved definition. */
                number?: string;
                /** @description Of H3: cells of some 87,000 km² (2) to 0.7 km² (8). */
                resolution?: number;
                /** @description A whole hour of UTC, not included; the end of this hour when left out. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/geo+json": components["schemas"]["Heatmap"];
                };
            };
        };
    };
    readHeatmapTile: {
        parameters: {
            query?: {
                /** @description What is asked for; `mean` and `max` leave out cells in which `number` was not reported. */
                aggregate?: "objects" | "observations" | "mean" | "max";
                /** @description A whole hour of UTC; 24 hours before `to` when left out. */
                from?: string;
                /** @description Cells with fewer objects are not shown; an operator may have set a higher bound. */
                minObjects?: number;
                /** @description With `mean` and `max`: a field of the kind Number with an approved definition. */
                number?: string;
                /** @description A whole hour of UTC, not included; the end of this hour when left out. */
                to?: string;
            };
            header?: {
                /** @description ETag of the tile that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                x: string;
                y: string;
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
        };
    };
    searchHistory: {
        parameters: {
            query?: {
                /** @description Id of an area. */
                area?: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Instead of Accept: json are pages, the others exports. */
                format?: "json" | "csv" | "geojson" | "gpx" | "ndjson";
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Of GeoJSON and GPX: a silence that is longer interrupts the line. */
                gapSeconds?: number;
                /** @description Of GeoJSON. */
                geometry?: "points" | "lines";
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Of GeoJSON and GPX: leave out positions that lie no farther than so many metres from the line that remains. */
                simplify?: number;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/geo+json": Record<string, never>;
                    "application/gpx+xml": string;
                    "application/json": components["schemas"]["HistoriesPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    readHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    putHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Only these objects, all on one page. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldPage"];
                };
            };
        };
    };
    readOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Membership"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMemberNames: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberNamePage"];
                };
            };
        };
    };
    listPolls: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
                /** @description `open` or `closed`; both when left out. */
                status?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollPage"];
                };
            };
        };
    };
    createPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Poll"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    readPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    replacePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Poll"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    deletePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    answerPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PollAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollAnswerGiven"];
                };
            };
        };
    };
    withdrawAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    closePoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    readPollResults: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before, of `answers`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollResults"];
                };
            };
        };
    };
    readPositions: {
        parameters: {
            query: {
                /** @description Id of an area. */
                area?: string;
                /** @description The instant. */
                at: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionsPage"];
                };
            };
        };
    };
    readAccessReport: {
        parameters: {
            query?: {
                /** @description Only calls that name an object while it was in one of these areas, by the quarter of an hour. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by; `category` and `area` are of calls that name one object, for as long as its history is kept. Give it several times for several. */
                by?: ("caller" | "kind" | "operation" | "type" | "category" | "area")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description Only calls that name this object, for as long as its history is kept. */
                externalId?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Only calls of these kinds. Give it several times for several. */
                kind?: ("looked" | "scanned" | "changed" | "administered")[];
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only calls that name an object of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readAreasReport: {
        parameters: {
            query?: {
                /** @description Only these areas, by their ids. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("area" | "type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreasReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readTrackingReport: {
        parameters: {
            query?: {
                /** @description With `by=area`: the areas, by their ids. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("type" | "category" | "caller" | "area")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readUsageReport: {
        parameters: {
            query?: {
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("caller" | "operation" | "type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readValuesReport: {
        parameters: {
            query?: {
                /** @description What a bucket is broken down by, beside the field. Give it several times for several. */
                by?: ("type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Only these fields of the kind Number. Give it several times for several. */
                number?: string[];
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValuesReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    putRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    listShareLinks: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkPage"];
                };
            };
        };
    };
    createShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewShareLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeShareLink"];
                };
            };
        };
    };
    revokeShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                shareLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renewShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                shareLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeShareLink"];
                };
            };
        };
    };
    readTile: {
        parameters: {
            query?: {
                /** @description Field whose value each object carries as `category`. */
                colour?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: {
                /** @description ETag of the tile that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                x: string;
                y: string;
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaceTokens: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
        };
    };
    createWorkspaceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewMachineToken"];
                };
            };
        };
    };
    revokeWorkspaceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTypes: {
        parameters: {
            query?: {
                /** @description At most so many entries a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TypeList"];
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query?: {
                /** @description A calendar month (UTC) such as 2026-11; the present one when left out. */
                month?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageAndLimits"];
                };
            };
        };
    };
    simulateUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fleet"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetFit"];
                };
            };
        };
    };
    followView: {
        parameters: {
            query: {
                /** @description What is in view: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownViewPage"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedView"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownView"];
                };
            };
        };
    };
    replaceView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                viewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedView"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownView"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                viewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readVisits: {
        parameters: {
            query?: {
                /** @description Id of an area. */
                area?: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description A single report from the other side counts once nothing has spoken against it for so long; as the area says, or 30. */
                confirmSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitsPage"];
                };
            };
        };
    };
    searchVisits: {
        parameters: {
            query?: {
                /** @description A single report from the other side counts once nothing has spoken against it for so long; as the area says, or 30. */
                confirmSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "geometry": {
                 *         "type": "Circle",
                 *         "center": [
                 *           -2.99,
                 *           53.41
                 *         ],
                 *         "radius": 250
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["VisitsQuestion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitsPage"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookSettings"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The value next of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDelivery"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description Only the person with this address. */
                email?: string;
                /** @description Only people of this workspace. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPage"];
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    readPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    createPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
        };
    };
    putMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Membership"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    removeMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
        };
    };
    putPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanLimits"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
        };
    };
    removePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspacePage"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    changeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    releaseObjectOf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    listFieldsOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    putFieldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldDefinition"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
        };
    };
    removeFieldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                field: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reviewFieldsOf: {
        parameters: {
            query?: {
                /** @description The last name of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldReview"];
                };
            };
        };
    };
    readHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    putHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    releaseHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    resumeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readRetentionOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    putRetentionOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    suspendWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readUsageOf: {
        parameters: {
            query?: {
                /** @description A calendar month (UTC) such as 2026-11; the present one when left out. */
                month?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByToken"];
                };
            };
        };
    };
    findWorkspace: {
        parameters: {
            query: {
                /** @description The whole name, as a link says it in `ws`. */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedWorkspace"];
                };
            };
        };
    };
}
